/**
 * Makes file names unique, also on a disk that ignores case: repeated names get a number before their extension.
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
