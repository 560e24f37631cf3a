// What is marked as without side effects leaves the bundle where its schema is not used: the panel's forms ask the rules alone.
import * as v from 'valibot'

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

/** A text that keeps the rule as it stands. */
// @__NO_SIDE_EFFECTS__
export function ruled(rule: Rule) {
  return v.pipe(v.string(), keeps(rule))
}

/** A text that a person enters: trimmed, then it keeps the rule. */
// @__NO_SIDE_EFFECTS__
export function entered(rule: Rule) {
  return v.pipe(v.string(), v.trim(), keeps(rule))
}

/** The same for what may be missing: null, '' and absent are null. `plain` takes the punctuation out before the rule is asked. */
// @__NO_SIDE_EFFECTS__
export function enteredOrNull(rule: Rule, plain: (text: string) => string = (text) => text) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.trim(),
    v.transform(plain),
    keeps(rule),
    v.transform((text) => (text === '' ? null : text)),
  )
}

function keeps(rule: Rule) {
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => rule(text) === undefined,
    ({ input }) => rule(input) ?? '',
  )
}
