import { isActorRef } from '../recording/inspected-value.ts'
import { isSecretKey, maskedText } from '../recording/masked.ts'
import { isWrittenText, mailPattern, phoneKey, phonePattern } from '../recording/personal-data.ts'

/** Limits of a stored value; a larger value is refused, because a cut value would replay differently. */
const most = { depth: 16, values: 20_000 } as const

/** Key of an object that represents a value without a form in JSON. */
export const mark = '$'

/** Smallest length of a secret that is replaced in other texts: a shorter text may be a word of the chart. */
const shortestSecret = 8
/** Fields whose object, or whose list of objects, has the name of a person. */
const personKey = /^(?:owner|by|user|person|author|to|from|colleagues|people)$/
const personNameKey = /^(?:owner|user|person|author)Name$/

/**
 * Replaces secrets, e-mail addresses, telephones, names of people and texts that people wrote with invented texts. Equal
 * texts get equal replacements, so that a guard that compares two tokens has the same result.
 */
export class Disguise {
  readonly #known = new Map<string, string>()

  secret(text: string): string {
    return text === '' ? '' : this.#replaced(text, (number) => `secret-${number}`)
  }

  person(name: string): string {
    return name === '' ? '' : this.#replaced(name, (number) => `Pessoa ${number}`)
  }

  phone(digits: string): string {
    return digits === '' ? '' : this.#replaced(digits, (number) => `telefone-${number}`)
  }

  /** Keeps the blanks at both ends, because a chart may compare a text with its trimmed form. */
  written(text: string): string {
    const bare = text.trim()
    return text.replace(
      bare,
      this.#replaced(bare, (number) => `Texto ${number}`),
    )
  }

  /** Also replaces a secret that has no name here, such as the result of a service, if a field elsewhere names it. */
  text(text: string): string {
    if (maskedText(text, false) !== text) return this.secret(text)
    return (
      (text.length < shortestSecret ? undefined : this.#known.get(text)) ??
      text
        .replace(mailPattern, (address) => this.#replaced(address, (number) => `pessoa-${number}@example.com`))
        .replace(phonePattern, (digits) => this.phone(digits))
    )
  }

  #replaced(text: string, invented: (number: number) => string): string {
    const known = this.#known.get(text) ?? invented(this.#known.size + 1)
    this.#known.set(text, known)
    return known
  }
}

/**
 * Copies a value to plain JSON from which `revived` makes an equal value. Functions and actors become marks.
 * @throws an Error with a text for a person if the value is too large
 */
export function storedValue(value: unknown, disguise: Disguise): unknown {
  let left: number = most.values
  const above = new Set<object>()

  function stored(each: unknown, key: string, isPerson: boolean, isSecret: boolean, depth: number): unknown {
    left -= 1
    if (left < 0 || depth > most.depth)
      throw new Error('Este trecho tem dados demais para um teste. Escolha um ator menor ou um trecho mais curto.')
    if (typeof each === 'string') {
      if (isSecret) return disguise.secret(each)
      if (phoneKey.test(key)) return disguise.phone(each)
      if ((isPerson && key === 'name') || personNameKey.test(key)) return disguise.person(each)
      return isWrittenText(key, each) ? disguise.written(each) : disguise.text(each)
    }
    if (typeof each === 'function') return { [mark]: 'function' }
    if (typeof each === 'bigint') return { [mark]: 'number', text: String(each) }
    if (typeof each === 'number' && !Number.isFinite(each)) return { [mark]: 'number', text: String(each) }
    if (typeof each !== 'object' || each === null) return each
    if (above.has(each)) return { [mark]: 'again' }
    above.add(each)
    const inner = (from: unknown, name: string, isOfPerson: boolean) =>
      stored(from, name, isOfPerson, isSecret || isSecretKey(name), depth + 1)
    // The members of a list have no name of their own.
    const copy = copied(each, personKey.test(key) || (isPerson && key === ''), inner)
    above.delete(each)
    return copy
  }
  return stored(value, '', false, false, 0)
}

type Inner = (value: unknown, key: string, isOfPerson: boolean) => unknown

function copied(value: object, isPerson: boolean, inner: Inner): unknown {
  if (Array.isArray(value)) return value.map((each) => inner(each, '', isPerson))
  if (value instanceof Date) return { [mark]: 'date', at: value.getTime() }
  if (value instanceof Map)
    return {
      [mark]: 'map',
      entries: [...value].map(([key, each]) => [inner(key, '', false), inner(each, String(key), false)]),
    }
  if (value instanceof Set) return { [mark]: 'set', values: [...value].map((each) => inner(each, '', false)) }
  if (value instanceof Error) {
    const { name, message } = value
    return { [mark]: 'error', name, message: inner(message, '', false), fields: fieldsOf(value, false, inner) }
  }
  if (isActorRef(value)) return { [mark]: 'actor' }
  if (isActorLogic(value)) return { [mark]: 'logic' }
  return fieldsOf(value, isPerson || 'email' in value || ('phone' in value && 'role' in value), inner)
}

/** Whether a value is the logic of an actor, such as a chart. Logic has no data of the recorded actor. */
function isActorLogic(value: object): boolean {
  return 'getInitialSnapshot' in value && 'transition' in value
}

function fieldsOf(value: object, isPerson: boolean, inner: Inner): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inner(each, key, isPerson)]))
}
