/** Returns the problem of a text in words for a person; undefined if the text is valid. */
export type Rule = (text: string) => string | undefined

/**
 * The rule for one line of text: `least` to `most` characters, without control characters, invisible characters or
 * other alphabets.
 * @param missing the text for an empty field
 */
export function lineRule({
  least = 1,
  most,
  missing = 'Preencha este campo.',
}: {
  least?: number
  most: number
  missing?: string
}): Rule {
  return (text) => {
    if (text === '') return missing
    if (text.length < least) return `Use pelo menos ${least} caracteres.`
    if (text.length > most) return `Use no máximo ${most} caracteres.`
    return lineProblem(text)
  }
}

/** Changes the writing direction, has no width, is half a character, or is unassigned. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|[\u180B-\u180D]/u
const allHidden = new RegExp(hidden, 'gu')
/** A joiner inside an emoji of several pictures, such as a family. */
const joined = /(\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gu
/** A letter, digit or sign outside our alphabet that may look like one of ours, or stacked accents. */
const foreign = /(?![A-Za-z0-9\u00AA-\u024F\u1E00-\u1EFF])[\p{L}\p{N}]|[\uFF01-\uFF65]|\p{M}{3}/u

/** The character that software writes instead of a character that it could not decode. */
const lost = '\uFFFD'

/**
 * The rule for every text that a person enters: a database can store the text, and no character was lost before the
 * text arrived.
 */
export const storedTextRule: Rule = (text) => {
  if (!isStorable(text)) return 'O texto tem um caractere que não existe.'
  return text.includes(lost) ? `Há um caractere que se perdeu (${lost}). Apague tudo e digite de novo.` : undefined
}

/** Returns whether a reader sees nothing of the text: it is empty, or has only blanks and invisible characters. */
export function isBlank(text: string): boolean {
  return text.replace(allHidden, '').trim() === ''
}

/** Returns false for a text with half a surrogate pair or with the character that PostgreSQL cannot store (U+0000). */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Prevents two names that look the same, and one name that is stored in two ways (OPS-4). */
function lineProblem(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'Use apenas letras, números e sinais.'
  if (hidden.test(text.replace(joined, '$1'))) return 'Há um caractere invisível aqui. Apague tudo e digite de novo.'
  if (foreign.test(text.normalize('NFC')))
    return 'Há uma letra ou um sinal de outro alfabeto aqui, mesmo que pareça igual. Apague tudo e digite de novo.'
  return storedTextRule(text)
}

/** Normalizes a typed line: composed accents, single blanks, trimmed. */
export function plainLine(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

export function optional(rule: Rule): Rule {
  return (text) => (text === '' ? undefined : rule(text))
}
