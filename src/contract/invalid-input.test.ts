import { describe, expect, it } from 'vitest'

import { describeInvalidInputs } from '#contract/invalid-input.ts'

describe('describeInvalidInputs', () => {
  it('names each input and what it accepts', () => {
    expect(
      describeInvalidInputs([
        { name: 'page', value: 0, rule: { type: 'integer', min: 1 } },
        { name: 'page_size', value: 'x', rule: { type: 'integer', min: 1, max: 100 } },
        { name: 'status', value: 'done', rule: { type: 'one-of', values: ['a', 'b'] } },
        { name: 'scene', value: '', rule: { type: 'one-of', values: ['only'] } },
      ]),
    ).toBe(
      'page must be an integer of at least 1; page_size must be an integer from 1 to 100; ' +
        'status must be one of a, b; scene must be only (or left out)',
    )
  })

  it('says what is wrong with an image URL', () => {
    const rule = { type: 'image-url', problem: 'private-host' } as const
    expect(describeInvalidInputs([{ name: 'image_url', value: 'http://10.0.0.1', rule }])).toBe(
      'image_url must be the URL of a publicly reachable image that starts with http:// or https:// (private-host)',
    )
  })

  it('never repeats the value, which is untrusted', () => {
    const value = '<script>secret</script>'
    const rule = { type: 'integer', min: 1 } as const
    expect(describeInvalidInputs([{ name: 'page', value, rule }])).not.toContain('secret')
  })

  it('returns an empty text for no inputs', () => {
    expect(describeInvalidInputs([])).toBe('')
  })
})
