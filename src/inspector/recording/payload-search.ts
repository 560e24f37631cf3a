import { searchable } from '../../../contract/texts/searchable.ts'
import { isActorRef } from './inspected-value.ts'
import { isSecretKey } from './masked.ts'

/** Largest number of values that are searched in one payload: an answer may contain all condominiums. */
const mostValues = 400
const deepest = 8

/**
 * Returns whether a value or a key of a payload contains a text, folded as in every search. Secrets are not searched.
 * @param text `searchable`
 */
export function payloadContains(payload: unknown, text: string): boolean {
  return contains(payload, text, { left: mostValues }, 0)
}

function contains(value: unknown, text: string, search: { left: number }, depth: number): boolean {
  search.left -= 1
  if (typeof value === 'string') return searchable(value).includes(text)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).includes(text)
  if (typeof value !== 'object' || value === null || depth > deepest || isActorRef(value)) return false
  if (value instanceof Error && searchable(value.message).includes(text)) return true
  if (value instanceof Map || value instanceof Set) {
    for (const member of value) {
      if (search.left <= 0) return false
      if (contains(member, text, search, depth + 1)) return true
    }
    return false
  }
  for (const key of Object.keys(value)) {
    if (search.left <= 0) return false
    if (isSecretKey(key)) continue
    if (!Array.isArray(value) && searchable(key).includes(text)) return true
    if (contains(Reflect.get(value, key), text, search, depth + 1)) return true
  }
  return false
}
