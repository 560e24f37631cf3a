/** Says in words for a person what is wrong with a text; undefined where nothing is. */
export type Rule = (text: string) => string | undefined

/**
 * The rule of one line of text: of `least` to `most` characters, none of them a control character.
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
    return /\p{Cc}/u.test(text) ? 'Use apenas letras, números e sinais.' : undefined
  }
}

/** The rule for a field that may stay empty. */
export function optional(rule: Rule): Rule {
  return (text) => (text === '' ? undefined : rule(text))
}
