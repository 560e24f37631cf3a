/** Says in words for a person what is wrong with a text; undefined where nothing is. */
export type Rule = (text: string) => string | undefined

/** What no screen shows, or what turns round or piles upon what stands beside it. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\p{M}{4}/u

/** Letters, digits and signs that only look like those of a Brazilian keyboard. */
const foreign =
  /(?![A-Za-zªºÀ-ÖØ-öø-žƠơƯưȘ-țẀ-ỹ0-9²³¹¼-¾])[\p{L}\p{N}]|[\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]/u

/** A typed line as it is kept: without the room around it, any room within as one blank, accents on their letters. */
export function plainLine(typed: string): string {
  return typed
    .trim()
    .replace(/\p{Zs}+/gu, ' ')
    .normalize('NFC')
}

/**
 * The rule of one line of text: of `least` to `most` characters, each of them seen, and none that passes for another (OPS-4).
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
    if (unseen.test(text)) return 'Use apenas letras, números e sinais.'
    return foreign.test(text.normalize('NFC')) ? 'Use letras do alfabeto latino e números de 0 a 9.' : undefined
  }
}

/** The rule for a field that may stay empty. */
export function optional(rule: Rule): Rule {
  return (text) => (text === '' ? undefined : rule(text))
}
