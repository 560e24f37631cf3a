import { isBlank, type Rule, storedTextRule } from './rule.ts'

const most = 500

/** The rule for a text that a person writes about an incident: a comment, a reason or a cause (INC-3). */
export const wordsRule: Rule = (text) => {
  if (isBlank(text)) return 'Preencha este campo.'
  if (text.trim().length > most) return `Use no máximo ${most} caracteres: há ${text.trim().length}.`
  return storedTextRule(text)
}

const mostOfPlace = 100

/** The rule for the place of a written occurrence within the condominium (BOOK-1); it may be empty. */
export const reportPlaceRule: Rule = (text) => {
  if (text.length > mostOfPlace) return `Use no máximo ${mostOfPlace} caracteres: há ${text.length}.`
  return storedTextRule(text)
}

/** Texts for a choice of a written occurrence that is not made (BOOK-1). */
export const choiceTexts = { topic: 'Escolha o tipo.', gravity: 'Escolha a gravidade.' } as const
