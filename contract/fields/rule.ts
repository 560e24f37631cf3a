/** Says in words for a person what is wrong with a text; undefined where nothing is. */
export type Rule = (text: string) => string | undefined

/**
 * The rule of one line of text: of `least` to `most` characters, none of them a control character, invisible or of another alphabet.
 * @param missing what is said where nothing was entered
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

/** Turns the order of writing around, takes no room, is half a character, or nobody's. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|[\u180B-\u180D]/u
/** In a picture of several, such as a family. */
const joined = /(\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gu
/** A letter, digit or sign that is none of ours but may look so, or with accents upon accents. */
const foreign = /(?![A-Za-z0-9\u00AA-\u024F\u1E00-\u1EFF])[\p{L}\p{N}]|[\uFF01-\uFF65]|\p{M}{3}/u

/** One name must not be two to the eye, nor two names one (OPS-4). */
function lineProblem(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'Use apenas letras, números e sinais.'
  if (hidden.test(text.replace(joined, '$1'))) return 'Há um caractere invisível aqui. Apague tudo e digite de novo.'
  return foreign.test(text.normalize('NFC'))
    ? 'Há uma letra ou um sinal de outro alfabeto aqui, mesmo que pareça igual. Apague tudo e digite de novo.'
    : undefined
}

/** A typed line as it is kept: accents as every keyboard makes them, any room within as one blank, none around it. */
export function plainLine(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

/** The rule for a field that may stay empty. */
export function optional(rule: Rule): Rule {
  return (text) => (text === '' ? undefined : rule(text))
}
