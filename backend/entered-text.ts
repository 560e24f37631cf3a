import * as v from 'valibot'

/** Text that a person enters: trimmed, of `least` to `most` characters, none of them a control character. */
export function enteredText(most: number, least = 1) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Preencha este campo.'),
    v.minLength(least, `Use pelo menos ${least} caracteres.`),
    v.maxLength(most, `Use no máximo ${most} caracteres.`),
    v.check(isPlain, plainText),
  )
}

/** Text that may be missing: null, '' and absent are null. `clean` is applied first, then it must be `valid`. */
export function optionalText(clean: (entered: string) => string, valid: (cleaned: string) => boolean, message: string) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.trim(),
    v.transform(clean),
    v.check((cleaned) => cleaned === '' || valid(cleaned), message),
    v.transform((cleaned) => (cleaned === '' ? null : cleaned)),
  )
}

/** The same for text of at most `most` characters. */
export function optionalLine(most: number) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.trim(),
    v.maxLength(most, `Use no máximo ${most} caracteres.`),
    v.check(isPlain, plainText),
    v.transform((entered) => (entered === '' ? null : entered)),
  )
}

const plainText = 'Use apenas letras, números e sinais.'

function isPlain(text: string): boolean {
  return /^\P{Cc}*$/u.test(text)
}
