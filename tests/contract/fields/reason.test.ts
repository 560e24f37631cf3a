import { expect, test } from 'vitest'
import { longestReason, optionalReasonRule, reasonOf, reasonRule } from '../../../contract/fields/reason.ts'

test('a reason has words and at most the length that the audit stores (LIVE-11)', () => {
  expect(reasonRule('leitor travado')).toBeUndefined()
  expect(reasonRule('x'.repeat(longestReason))).toBeUndefined()
  expect(reasonRule('')).toBe('Escreva o motivo: ele fica na auditoria.')
  for (const wordless of ['...', '- -', '\u200b', '\ud83d\ude00'])
    expect(reasonRule(wordless), wordless).toBe('Escreva o motivo em palavras.')
  expect(reasonRule('x'.repeat(longestReason + 1))).toBe('Use no máximo 200 caracteres.')
})

test('a text that a server would refuse is not a reason', () => {
  expect(reasonRule('a\ud800b')).toBe('Escreva o motivo em palavras.')
  expect(reasonRule('a\u0000b')).toBe('Use apenas letras, números e sinais.')
})

test('an optional reason follows the same rule unless it is empty', () => {
  expect(optionalReasonRule('')).toBeUndefined()
  expect(optionalReasonRule('...')).toBe('Escreva o motivo em palavras.')
})

test('reasonOf makes one trimmed line of a typed text', () => {
  expect(reasonOf('  leitor\r\n\ttravado ')).toBe('leitor travado')
  expect(reasonOf(' \n\t ')).toBe('')
})
