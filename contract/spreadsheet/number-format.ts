/**
 * The text that a cell shows. `problem`: why this text may not be what the person typed, and what the person can do.
 */
export interface ShownValue {
  text: string
  problem?: string
}

/**
 * The built-in formats: a file has only their ids, not their codes (ECMA-376, 18.8.30). Other built-in ids are dates,
 * money or general.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  48: '##0.0E+0',
  49: '@',
}
const dateIds = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const moneyIds = [
  [5, 8],
  [41, 44],
] as const

/** A parsed number format. `sections` is absent if a part of the format is unknown. */
export interface NumberFormat {
  isDate: boolean
  sections: Token[][] | undefined
}

const longestFormat = 255

export function parsedFormat(code: string): NumberFormat {
  return { isDate: isDateCode(code), sections: code.length > longestFormat ? undefined : sectionsOf(code) }
}

export const generalFormat: NumberFormat = { isDate: false, sections: [[{ value: 'whole' }]] }

export function builtInCode(id: number): string {
  const isIn = (ranges: readonly (readonly [number, number])[]) => ranges.some(([from, to]) => id >= from && id <= to)
  if (isIn(dateIds)) return 'dd/mm/yyyy'
  return isIn(moneyIds) ? '"R$" #,##0.00' : (builtIn[id] ?? 'General')
}

/** Number of digits that Excel keeps. */
const mostDigits = 15
const toText = 'Formate a coluna como Texto e digite de novo.'
/** The problem of a date in a cell: no column of the template contains dates. */
export const dateProblem = `O Excel transformou este texto em data. ${toText}`
const problems = {
  digits: `O Excel guarda só ${mostDigits} algarismos de um número. ${toText}`,
  unknown: `O Excel mostra aqui outro texto que o número guardado. ${toText}`,
  hidden: 'O formato desta célula esconde o valor. Formate a coluna como Texto e confira.',
}

/**
 * Formats a number as Excel in Portuguese does, for formats of digits and literals. Dates, percentages, powers,
 * fractions, conditions and hidden decimals are problems, because Excel stored another value than the text that the
 * person typed.
 */
export function shownNumber(value: number, format: NumberFormat, is1904: boolean): ShownValue {
  const whole = generalText(value)
  if (whole === undefined) return { text: String(value), problem: problems.digits }
  if (format.isDate) return { text: dateText(value, is1904), problem: dateProblem }
  const sections = format.sections?.filter((tokens, _, { length }) => length === 1 || !tokens.some(isText))
  const section = sections === undefined ? undefined : sectionFor(value, sections)
  const text = section === undefined ? undefined : numberText(Math.abs(Number(whole.replace(',', '.'))), section.tokens)
  if (section === undefined || text === undefined) return { text: whole, problem: problems.unknown }
  if (text.trim() === '') return { text: whole, problem: problems.hidden }
  return { text: `${section.sign}${text}`.trim() }
}

/** Formats a text as Excel does: the format `"Torre "@` adds a word. */
export function shownText(text: string, { sections = [] }: NumberFormat): ShownValue {
  const tokens = sections.find((section) => section.some(isText)) ?? sections[3]
  if (tokens === undefined) return { text }
  const shown = tokens.map((token) => ('literal' in token ? token.literal : isText(token) ? text : '')).join('')
  return shown.trim() === '' && text.trim() !== '' ? { text, problem: problems.hidden } : { text: shown }
}

/** `whole` stands for the number in the format "General"; `text` stands for the value of a cell with a text format. */
type Token = { literal: string } | { digit: string } | { sign: ',' | '.' } | { value: 'whole' | 'text' }

const isText = (token: Token) => 'value' in token && token.value === 'text'
const isDigit = (token: Token | undefined): token is { digit: string } => token !== undefined && 'digit' in token
const isSign = (token: Token, sign: ',' | '.') => 'sign' in token && token.sign === sign

const tokenPattern =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|(?<blank>_.)|(?<fill>\* )|\[(?<bracket>[^\]]*)\]|(?<whole>General)|(?<digit>[0#?])|(?<sign>[.,])|(?<end>;)|(?<text>@)|(?<literal>[^\p{L}\p{N}%/*_\\"[\]])/iuy
const colour = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2})$/i
const currency = /^\$([^-\]]*)(?:-[\da-f]+)?$/i

/** Returns the tokens of each section; undefined if a part of the format is unknown. */
function sectionsOf(code: string): Token[][] | undefined {
  const section: Token[] = []
  const sections = [section]
  let last = section
  const pattern = new RegExp(tokenPattern)
  while (pattern.lastIndex < code.length) {
    const groups = pattern.exec(code)?.groups
    if (groups === undefined) return undefined
    const { quoted, escaped, blank, bracket, whole, digit, sign, end, text, literal } = groups
    const money = currency.exec(bracket ?? '')?.[1]
    const letters = quoted ?? escaped ?? literal ?? money ?? (blank === undefined ? undefined : ' ')
    if (letters !== undefined) last.push({ literal: letters })
    else if (digit !== undefined) last.push({ digit })
    else if (sign === ',' || sign === '.') last.push({ sign })
    else if (whole !== undefined) last.push({ value: 'whole' })
    else if (text !== undefined) last.push({ value: 'text' })
    else if (end !== undefined) {
      last = []
      sections.push(last)
    } else if (bracket !== undefined && !colour.test(bracket)) return undefined
  }
  // The section contains only a colour.
  if (sections.length === 1 && section.length === 0) section.push({ value: 'whole' })
  return sections
}

/** Returns the section for a number: the sections are for positive numbers, negative numbers and zero. */
function sectionFor(value: number, [positive = [], negative, zero]: Token[][]): { tokens: Token[]; sign: string } {
  if (value < 0) return negative === undefined ? { tokens: positive, sign: '-' } : { tokens: negative, sign: '' }
  return { tokens: value === 0 ? (zero ?? positive) : positive, sign: '' }
}

/** Formats a number; undefined if the section hides digits of the number, or scales the number. */
function numberText(value: number, tokens: readonly Token[]): string | undefined {
  if (!tokens.some(isDigit)) {
    if (tokens.some((token) => 'sign' in token || (isText(token) && tokens.length > 1))) return undefined
    return tokens.map((token) => ('literal' in token ? token.literal : generalText(value))).join('')
  }
  if (tokens.some((token) => 'value' in token)) return undefined
  const pointAt = tokens.findIndex((token) => isSign(token, '.'))
  const before = pointAt < 0 ? tokens : tokens.slice(0, pointAt)
  const after = pointAt < 0 ? [] : tokens.slice(pointAt + 1)
  const places = before.slice(before.findIndex(isDigit), before.findLastIndex(isDigit) + 1)
  const isGrouped = places.some((token) => 'sign' in token)
  const isScaled = before.filter((token) => 'sign' in token).length > places.filter((token) => 'sign' in token).length
  const needed = places.filter(isDigit).map(({ digit }) => digit === '0')
  // Programs show the formats `0#` and `#,##0-0` differently.
  const isUnusual = needed.lastIndexOf(false) > needed.indexOf(true) && needed.includes(true)
  if (isScaled || isUnusual || (isGrouped && places.some((token) => 'literal' in token))) return undefined
  if (after.some((token) => 'sign' in token)) return undefined
  const fixed = value.toFixed(after.filter(isDigit).length)
  if (Number(fixed) !== value) return undefined
  const [digits = '', decimals = ''] = fixed.split('.')
  const text = wholeText(digits === '0' ? '' : digits, before, isGrouped)
  return pointAt < 0 ? text : `${text},${decimalsText(decimals, after)}`
}

/**
 * Puts the digits into the digit positions of the format from right to left. The first position takes all remaining
 * digits.
 */
function wholeText(digits: string, tokens: readonly Token[], isGrouped: boolean): string {
  const first = tokens.findIndex(isDigit)
  if (first < 0) return tokens.map((token) => ('literal' in token ? token.literal : '')).join('') + digits
  let left = digits.padStart(tokens.filter((token) => isDigit(token) && token.digit === '0').length, '0')
  let text = ''
  let count = 0
  const put = (digit: string) => {
    text = digit + (isGrouped && count > 0 && count % 3 === 0 ? '.' : '') + text
    count += 1
  }
  for (const [at, token] of [...tokens.entries()].toReversed()) {
    if ('literal' in token) text = token.literal + text
    if (!isDigit(token)) continue
    do {
      const digit = left.at(-1)
      if (digit !== undefined) put(digit)
      else if (token.digit === '?') text = ` ${text}`
      left = left.slice(0, -1)
    } while (at === first && left !== '')
  }
  return text
}

/** Removes zeros at the end if the format marks their positions as optional. */
function decimalsText(decimals: string, tokens: readonly Token[]): string {
  let at = 0
  let text = ''
  for (const token of tokens) {
    if ('literal' in token) text += token.literal
    if (!isDigit(token)) continue
    const isNeeded = token.digit === '0' || /[1-9]/.test(decimals.slice(at))
    if (isNeeded) text += decimals.charAt(at)
    else if (token.digit === '?') text += ' '
    at += 1
  }
  return text
}

/** Formats a number as "General" with all digits; undefined if the number has more digits than Excel keeps. */
function generalText(value: number): string | undefined {
  const text = String(Number(value.toPrecision(mostDigits)))
  return Math.abs(value) < 10 ** mostDigits && !text.includes('e') ? text.replace('.', ',') : undefined
}

function isDateCode(code: string): boolean {
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]|General/gi, ''))
}

const dayMs = 86_400_000

/** Formats a day number as a Brazilian date; as a time only if the number is less than a day. */
function dateText(days: number, is1904: boolean): string {
  const date = new Date((is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + Math.round(days * dayMs))
  if (Number.isNaN(date.getTime())) return String(days)
  const [year = '', month, day] = date.toISOString().slice(0, 10).split('-')
  const time = date.toISOString().slice(11, 16)
  if (days < 1) return time
  return `${day}/${month}/${year}${Number.isInteger(days) ? '' : ` ${time}`}`
}
