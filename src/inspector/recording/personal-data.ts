import type { RecordingDocument } from './recording-schema.ts'

const hidden = { name: '‹nome›', mail: '‹e-mail›', phone: '‹telefone›', picture: '‹foto›', text: '‹texto›' } as const

export const phoneKey = /(?:phone|telefone|whatsapp)s?$/i

/** Fields with texts that people write: such a text can name a resident, a vehicle or a telephone. */
const writtenKey = /^(?:text|note|comment|reason|unmetReason|word|where|to|typed|description|step)$/

const keys: readonly (readonly [RegExp, keyof typeof hidden])[] = [
  [/^(?:name|nome|\w*Name|by|owner|person|author|username|login)$/, 'name'],
  [/mail$/i, 'mail'],
  [phoneKey, 'phone'],
  [/^(?:photo|picture|avatar|image)\w*$/i, 'picture'],
]

/** Fields that end in `Name` but do not name a person. */
const notPersonal = /^(?:fieldName|eventName|fileName)$/

export const mailPattern = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** A telephone inside a text. Its hyphen distinguishes it from other numbers. */
export const phonePattern = /(?<![\w-])(?:(?:\+55 ?)?\(?\d{2}\)? ?)?9?\d{4}-\d{4}(?![\w-])/g

/** Largest number of full names that are also replaced inside other texts. */
const mostNames = 500

/** Whether a field has a text that a person wrote. One word is a code, such as `timeout`. */
export function isWrittenText(key: string, text: string): boolean {
  return writtenKey.test(key) && /\S\s+\S/.test(text)
}

/**
 * Replaces names, e-mail addresses, telephones, pictures and written texts in the payloads and states of an exported
 * recording. A full name that stands in a field is also replaced inside other texts.
 */
export function withoutPersonalData(document: RecordingDocument): RecordingDocument {
  const names = new Set<string>()
  const values = [
    ...document.events.map(({ payload }) => payload),
    ...document.states.flatMap(({ context, output, error }) => [context, output, error]),
  ]
  for (const value of values) collect(value, names)
  const found = [...names].slice(0, mostNames).toSorted((one, other) => other.length - one.length)
  const inTexts =
    found.length === 0
      ? null
      : new RegExp(found.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
  const clean = (value: unknown) => hide(value, inTexts)
  return {
    ...document,
    events: document.events.map((event) => ({ ...event, payload: clean(event.payload) })),
    states: document.states.map((state) => ({
      ...state,
      context: clean(state.context),
      output: clean(state.output),
      error: clean(state.error),
    })),
  }
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (kindOf(key, value) === 'name' && /\S \S/.test(inner) && !isMark(inner)) names.add(inner)
    } else collect(inner, names)
  }
}

function hide(value: unknown, names: RegExp | null): unknown {
  if (typeof value === 'string') {
    const text = value.replace(mailPattern, hidden.mail).replace(phonePattern, hidden.phone)
    return names === null ? text : text.replace(names, hidden.name)
  }
  if (Array.isArray(value)) return value.map((inner) => hide(inner, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string' || inner === '' || isMark(inner)) return [key, hide(inner, names)]
      const kind = kindOf(key, value) ?? (isWrittenText(key, inner) ? 'text' : null)
      return [key, kind === null ? hide(inner, names) : hidden[kind]]
    }),
  )
}

/** Whether a text stands for an omitted value (`masked-copy.ts`). */
function isMark(text: string): boolean {
  return text.startsWith('… ')
}

function kindOf(key: string, owner: object): keyof typeof hidden | null {
  // An error's name is its class.
  if (notPersonal.test(key) || (key === 'name' && 'message' in owner)) return null
  return keys.find(([pattern]) => pattern.test(key))?.[1] ?? null
}
