import { describe, expect, test } from 'vitest'

import { readUploadAddress, readUploadName, uploadedPath, uploadName } from '#contract/uploads.ts'

const random = '0123456789abcdef0123456789abcdef'
const until = Date.UTC(2026, 10, 29, 12, 0, 1)
const name = uploadName(random, until)

describe('the address of a kept picture', () => {
  test('says its name and when it is deleted, on any host and with a signature', () => {
    for (const address of [
      `http://127.0.0.1:4173${uploadedPath(name)}`,
      `https://bucket.example/some/prefix/${name}.jpg?X-Amz-Signature=00`,
    ]) {
      expect(readUploadAddress(address)).toEqual({ name, until })
    }
  })

  test('is nothing else', () => {
    for (const address of [
      '',
      uploadedPath(name),
      'https://images.example/a.jpg',
      `https://images.example/${random}.jpg`,
      // As many sites call their files.
      `https://images.example/uploads/${random}-large.jpg`,
      `https://images.example/uploads/${random}-1024.jpg`,
      `https://images.example/uploads/${random}-800600.jpg`,
      `https://images.example/${name}.png`,
      `https://images.example/${name}.jpg/`,
      `https://images.example/?${uploadedPath(name)}`,
      `https://images.example/${name.toUpperCase()}.jpg`,
    ]) {
      expect([address, readUploadAddress(address)]).toEqual([address, undefined])
    }
  })

  test('has a name that is one plain segment of a path', () => {
    expect(readUploadName(name)).toEqual({ name, until })
    for (const text of ['', '..', `../${name}`, `${name}/..`, `${name}.jpg`, `${name}\n`, random]) {
      expect([text, readUploadName(text)]).toEqual([text, undefined])
    }
  })
})
