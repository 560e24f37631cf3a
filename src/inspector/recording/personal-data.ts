import type { RecordingDocument } from './recording-schema.ts'

const hidden = { name: '‹nome›', mail: '‹e-mail›', phone: '‹telefone›', picture: '‹foto›' } as const

export const phoneKey = /(?:phone|telefone|whatsapp)s?$/i

const keys: readonly (readonly [RegExp, keyof typeof hidden])[] = [
  [/^(?:name|nome|\w*Name|by|owner|person|author|username|login)$/, 'name'],
  [/mail$/i, 'mail'],
  [phoneKey, 'phone'],
  [/^(?:photo|picture|avatar|image)\w*$/i, 'picture'],
]

/** Fields that end in `Name` but do not name a person. */
const notPersonal = /^(?:fieldName|eventName|fileName)$/

export const mailPattern = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** Largest number of full names that are also replaced inside other texts. */
const mostNames = 500

/**
 * Replaces names, e-mail addresses, telephones and pictures in the payloads and states of an exported recording. A full
 * name that stands in a field is also replaced inside other texts.
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
      if (kindOf(key, value) === 'name' && /\S \S/.test(inner)) names.add(inner)
    } else collect(inner, names)
  }
}

function hide(value: unknown, names: RegExp | null): unknown {
  if (typeof value === 'string') {
    const text = value.replace(mailPattern, hidden.mail)
    return names === null ? text : text.replace(names, hidden.name)
  }
  if (Array.isArray(value)) return value.map((inner) => hide(inner, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const kind = kindOf(key, value)
      const isText = typeof inner === 'string' && inner !== ''
      return [key, kind !== null && isText ? hidden[kind] : hide(inner, names)]
    }),
  )
}

function kindOf(key: string, owner: object): keyof typeof hidden | null {
  // An error's name is its class.
  if (notPersonal.test(key) || (key === 'name' && 'message' in owner)) return null
  return keys.find(([pattern]) => pattern.test(key))?.[1] ?? null
}
