import { expect, test } from 'vitest'
import { longestReason, optionalReasonRule, reasonOf, reasonRule } from '../../../contract/fields/reason.ts'

test('a reason is words, as many as the audit keeps (LIVE-11)', () => {
  expect(reasonRule('leitor travado')).toBeUndefined()
  expect(reasonRule('x'.repeat(longestReason))).toBeUndefined()
  expect(reasonRule('')).toBe('Escreva o motivo: ele fica na auditoria.')
  for (const wordless of ['...', '- -', '\ud83d\ude00'])
    expect(reasonRule(wordless), wordless).toBe('Escreva o motivo em palavras.')
  expect(reasonRule('x'.repeat(longestReason + 1))).toBe('Use no máximo 200 caracteres.')
})

test('what a server would refuse is no reason', () => {
  for (const unseen of ['a\ud800b', 'a\u0000b', 'a\u202eb', '\u200b'])
    expect(reasonRule(unseen), unseen).toBe('Use apenas letras, números e sinais.')
})

test('one that may be left out keeps the rule where it is not', () => {
  expect(optionalReasonRule('')).toBeUndefined()
  expect(optionalReasonRule('...')).toBe('Escreva o motivo em palavras.')
})

test('what is typed is one line, without the room around it', () => {
  expect(reasonOf('  leitor\r\n\ttravado ')).toBe('leitor travado')
  expect(reasonOf(' \n\t ')).toBe('')
})
