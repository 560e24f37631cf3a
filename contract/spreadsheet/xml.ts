import { Parser } from 'saxen'
import { fileTexts, SpreadsheetProblem, unreadable } from './spreadsheet-problem.ts'

/** Largest number of tags in a part. 5,000 rows of 20 columns have at most 800,000 opening and closing tags. */
const mostTags = 1_000_000
/** Longest tag. Every tag of a spreadsheet is much shorter, because tags have few attributes. */
const longestTag = 10_000

export type Attributes = Readonly<Record<string, string>>

/** `parents` are the names of the open elements around the element, outermost first. */
export interface XmlListeners {
  opens(element: string, attributes: () => Attributes, parents: readonly string[]): void
  closes?(element: string, parents: readonly string[]): void
  onText?(text: string, parents: readonly string[]): void
}

/**
 * Decodes a part by its byte order mark, its first bytes or its declaration; otherwise as UTF-8. Throws a
 * `SpreadsheetProblem` if the encoding is unknown, or if the bytes are invalid in the encoding.
 */
export function xmlText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new SpreadsheetProblem(fileTexts.encoding)
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xef && second === 0xbb) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)/.exec(start)?.[1] ?? 'utf-8'
  // The declaration is readable with one byte per character, so the text is not UTF-16.
  return new TextDecoder(declared).encoding.startsWith('utf-16') ? 'utf-8' : declared
}

/** Returns the attributes, by local names, of each element `wanted` that is a child of `parent`. */
export function attributesOfAll(xml: string, parent: string, wanted: string): Attributes[] {
  const found: Attributes[] = []
  readXml(xml, {
    opens(element, attributes, parents) {
      if (element === wanted && parents.at(-1) === parent) found.push(attributes())
    },
  })
  return found
}

/** Parses XML and removes namespace prefixes. Rejects a document type, because it may define entities. */
export function readXml(xml: string, { opens, closes, onText }: XmlListeners): void {
  refuseTooManyTags(xml)
  const parents: string[] = []
  const parser = new Parser()
    .on('openTag', (name, attributes) => {
      const element = localName(name)
      opens(element, () => decodedAttributes(attributes()), parents)
      parents.push(element)
    })
    .on('closeTag', (name) => {
      parents.pop()
      closes?.(localName(name), parents)
    })
    .on('text', (raw) => onText?.(decoded(raw), parents))
    .on('cdata', (text) => onText?.(text, parents))
    .on('attention', () => {
      throw unreadable()
    })
  try {
    parser.parse(xml)
  } catch (error) {
    throw error instanceof SpreadsheetProblem ? error : unreadable()
  }
}

/**
 * Counts the tags before the parser runs, because each element and attribute needs many times the memory of its text
 * (OPS-4).
 */
function refuseTooManyTags(xml: string): void {
  let tags = 0
  let end = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
    const closing = xml.indexOf('>', at)
    end = closing < 0 ? xml.length : closing
    tags += 1
    if (tags > mostTags || end - at > longestTag) throw new SpreadsheetProblem(fileTexts.bomb)
  }
}

/**
 * Returns the attributes by local names, without namespace declarations. If two names are equal, the attribute without
 * a prefix wins.
 */
function decodedAttributes(attributes: Attributes): Attributes {
  const found: Record<string, string> = {}
  for (const [name, raw] of Object.entries(attributes)) {
    const local = localName(name)
    if (!name.startsWith('xmlns') && (local === name || !Object.hasOwn(found, local))) found[local] = decoded(raw)
  }
  return found
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Decodes character references. The parser (saxen) cannot be used: it keeps unknown references and cuts characters
 * above U+FFFF.
 */
function decoded(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&(?:#x([\da-f]{1,6});|#(\d{1,7});|(\w+);)?/gi, (_, hex?: string, digits?: string, name = '') => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    const text = named.get(name) ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined)
    if (text === undefined) throw unreadable()
    return text
  })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
