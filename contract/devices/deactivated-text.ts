import { numberText } from '../texts/number-text.ts'

/** Counts the deactivated devices beside those in use: ', 3 desativados'; '' without any, or if their number is unknown (STATE-3). */
export function andDeactivatedText(inactive: number | undefined): string {
  if (!inactive) return ''
  return inactive === 1 ? ', 1 desativado' : `, ${numberText(inactive)} desativados`
}
