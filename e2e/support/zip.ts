/** The files of a ZIP that is not compressed: name → content. It reads the directory at the end, as unpackers do. */
export function filesInZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1 && zip.readUInt32LE(at) === 0x02014b50;) {
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    files.set(name, zip.subarray(content, content + size))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
