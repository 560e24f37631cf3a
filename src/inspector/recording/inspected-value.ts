import { isSecretKey, masked, maskedText } from './masked.ts'

/** A value in a readable form, one level deep, with secrets masked. */
export type Inspected =
  | { kind: 'leaf'; type: 'text' | 'number' | 'other' | 'secret'; text: string }
  | { kind: 'group'; label: string; size: number; members: (from: number, to: number) => Member[] }

/** A member of a value; `isSecret` if everything below it is secret. */
export interface Member {
  key: string
  value: unknown
  isSecret: boolean
}

/**
 * Reads the first level of a value; deeper levels are read on demand.
 * @param isSecret whether the value's own name is secret (`isSecretKey`)
 */
export function inspect(value: unknown, isSecret: boolean): Inspected {
  if (typeof value === 'string') return textLeaf(value, isSecret)
  if (isSecret && (typeof value === 'number' || typeof value === 'bigint'))
    return { kind: 'leaf', type: 'secret', text: masked }
  if (typeof value === 'number') return { kind: 'leaf', type: 'number', text: String(value) }
  if (typeof value === 'function')
    return { kind: 'leaf', type: 'other', text: `função ${value.name.length < 3 ? '' : value.name}`.trim() }
  if (typeof value !== 'object' || value === null) return { kind: 'leaf', type: 'other', text: String(value) }
  return objectOf(value, isSecret)
}

function textLeaf(text: string, isSecret: boolean): Inspected {
  return isSecret && text !== ''
    ? { kind: 'leaf', type: 'secret', text: masked }
    : { kind: 'leaf', type: 'text', text: maskedText(text, false) }
}

function objectOf(value: object, isSecret: boolean): Inspected {
  if (value instanceof Date)
    return { kind: 'leaf', type: 'other', text: Number.isNaN(value.getTime()) ? 'data inválida' : value.toISOString() }
  if (value instanceof Error) return group('Error', errorMembers(value, isSecret))
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return listOf(value, isSecret)
  if (value instanceof Map) return mapOf(value, isSecret)
  if (value instanceof Set) return setOf(value, isSecret)
  const actorName = actorNameOf(value)
  if (actorName !== null) return { kind: 'leaf', type: 'other', text: `ator ${actorName}` }
  const keys = Object.keys(value)
  const name = classNameOf(value)
  return {
    kind: 'group',
    label: `${name === 'Object' ? '' : `${name} `}{${countText(keys.length)}}`,
    size: keys.length,
    members: (from, to) => keys.slice(from, to).map((key) => member(key, fieldOf(value, key), isSecret)),
  }
}

function group(name: string, members: readonly Member[]): Inspected {
  return { kind: 'group', label: name, size: members.length, members: (from, to) => members.slice(from, to) }
}

function errorMembers(error: Error, isSecret: boolean): Member[] {
  const own = Object.keys(error).map((key) => member(key, fieldOf(error, key), isSecret))
  const cause = error.cause === undefined ? [] : [member('cause', error.cause, isSecret)]
  return [member('name', error.name, isSecret), member('message', error.message, isSecret), ...cause, ...own]
}

function listOf(value: readonly unknown[] | ArrayBufferView, isSecret: boolean): Inspected {
  const length = 'length' in value ? Number(value.length) : 0
  const name = Array.isArray(value) ? '' : `${classNameOf(value)} `
  return {
    kind: 'group',
    label: `${name}[${countText(length)}]`,
    size: length,
    members: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, length) - from) }, (_, at) => ({
        key: String(from + at),
        value: fieldOf(value, String(from + at)),
        isSecret,
      })),
  }
}

function mapOf(map: ReadonlyMap<unknown, unknown>, isSecret: boolean): Inspected {
  return {
    kind: 'group',
    label: `Map (${map.size})`,
    size: map.size,
    members: (from, to) =>
      range(map, from, to).map(([key, value]) => member(maskedText(keyText(key), false), value, isSecret)),
  }
}

function setOf(set: ReadonlySet<unknown>, isSecret: boolean): Inspected {
  return {
    kind: 'group',
    label: `Set (${set.size})`,
    size: set.size,
    members: (from, to) => range(set, from, to).map((value, at) => ({ key: String(from + at), value, isSecret })),
  }
}

/** An empty list is `[]`: `[0]` would look like a list with a zero. */
function countText(count: number): string {
  return count === 0 ? '' : String(count)
}

function range<Item>(items: Iterable<Item>, from: number, to: number): Item[] {
  const found: Item[] = []
  let at = 0
  for (const item of items) {
    if (at >= to) break
    if (at >= from) found.push(item)
    at += 1
  }
  return found
}

function member(key: string, value: unknown, isSecret: boolean): Member {
  return { key, value, isSecret: isSecret || isSecretKey(key) }
}

function fieldOf(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key)
  } catch (error) {
    return error
  }
}

function keyText(key: unknown): string {
  return typeof key === 'object' && key !== null ? classNameOf(key) : String(key)
}

/** Class name of built-in values only: the build renames our own classes. */
function classNameOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (typeof prototype !== 'object' || prototype === null) return 'Object'
  if (!('constructor' in prototype) || typeof prototype.constructor !== 'function') return 'Object'
  const { name } = prototype.constructor
  return name.length < 3 ? 'objeto' : name
}

function actorNameOf(value: object): string | null {
  return isActorRef(value) && 'id' in value ? String(value.id) : null
}

/** Whether a value is an actor of XState: its inside leads to the whole system. */
export function isActorRef(value: object): boolean {
  return 'sessionId' in value && 'getSnapshot' in value
}
