import { expect, test } from 'vitest'
import { maskTokens } from '../../../src/services/log/mask-tokens.ts'

test.each([
  ['Authorization: Bearer abcdefghij', 'Authorization: Bearer abcd…'],
  ['{"token":"abcdefghij","remember":true}', '{"token":"abcd…","remember":true}'],
  ['token=abcdefghij', 'token=abcd…'],
  ['token: fGxy7:APA91b-x_y', 'token: fGxy…'],
  ['nothing to hide', 'nothing to hide'],
])('tokens in %s are masked', (text, masked) => {
  expect(maskTokens(text)).toBe(masked)
})
