import { describe, expect, it } from 'vitest'
import { wordsRule } from '../../../contract/fields/incident-words.ts'

describe('the rule for a comment, a reason or a cause (INC-3, PROC-2)', () => {
  it.each(['', '  \n', '\u200B', '\u2060 \u200D\uFEFF', '\u3164', '\u202E\u2800', '\u00AD'])(
    'refuses %j, because a reader sees nothing of it',
    (text) => {
      expect(wordsRule(text)).toBe('Preencha este campo.')
    },
  )

  it.each(['.', '👍', '👩‍👩‍👧', 'Barulho\nno bloco B', '\u200Ecolado do telefone'])('accepts %j', (text) => {
    expect(wordsRule(text)).toBeUndefined()
  })

  it('accepts 500 characters and states the number of a longer text', () => {
    expect(wordsRule('á'.repeat(500))).toBeUndefined()
    expect(wordsRule('🎉'.repeat(260))).toBe('Use no máximo 500 caracteres: há 520.')
  })
})
