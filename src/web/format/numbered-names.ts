/**
 * File names of which no two are the same, as a disk without capitals sees it: the later ones get a number
 * before their ending.
 */
export function numberedNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const end = dot === -1 ? name.length : dot
    let free = name
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
      free = `${name.slice(0, end)}-${count}${name.slice(end)}`
    }
    taken.add(free.toLowerCase())
    return free
  })
}
