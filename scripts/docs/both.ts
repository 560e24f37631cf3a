/** A text in both languages of the failure document. */
export interface Both {
  pt: string
  en: string
}

export type ManualLanguage = keyof Both

const units = [
  { ms: 24 * 60 * 60_000, pt: ['dia', 'dias'], en: ['day', 'days'] },
  { ms: 60 * 60_000, pt: ['h', 'h'], en: ['h', 'h'] },
  { ms: 60_000, pt: ['min', 'min'], en: ['min', 'min'] },
  { ms: 1_000, pt: ['s', 's'], en: ['s', 's'] },
] as const

/** Formats a span of time in words for people: '2 min', '1 min 5 s', '0,5 s', '90 dias'. 24 h stay hours. */
export function spanText(ms: number, language: ManualLanguage): string {
  const [days, hours, minutes, seconds] = units
  if (ms >= 2 * days.ms && ms % days.ms === 0) return counted(ms / days.ms, days[language], language)
  const parts: string[] = []
  let left = ms
  for (const unit of [hours, minutes]) {
    const count = Math.floor(left / unit.ms)
    if (count > 0) parts.push(counted(count, unit[language], language))
    left -= count * unit.ms
  }
  if (left > 0 || parts.length === 0) parts.push(counted(left / seconds.ms, seconds[language], language))
  return parts.join(' ')
}

function counted(count: number, [one, many]: readonly [string, string], language: ManualLanguage): string {
  return `${count.toLocaleString(language === 'pt' ? 'pt-BR' : 'en-US')} ${count === 1 ? one : many}`
}

/** A duration in whole seconds, rounded up. */
export function wholeSeconds(ms: number, language: ManualLanguage): string {
  return spanText(Math.ceil(ms / 1_000) * 1_000, language)
}
