import { mark } from '../../src/inspector/replay/stored-value.ts'
import { standInLogic, standInRef } from './stand-in-actor.ts'
import { unknownResult } from './unknown-result.ts'

/**
 * Restores a value that `storedValue` stored. A stored function becomes a function that returns a random number, an actor
 * an actor that does nothing.
 */
export function revived(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  if (Array.isArray(stored)) return stored.map(revived)
  const fields = new Map<string, unknown>(Object.entries(stored))
  switch (fields.get(mark)) {
    case 'function':
      return () => unknownResult(Math.random())
    case 'number':
      return Number(fields.get('text'))
    case 'date':
      return new Date(Number(fields.get('at')))
    case 'map':
      return new Map(pairsOf(fields.get('entries')))
    case 'set':
      return new Set(listOf(fields.get('values')).map(revived))
    case 'error':
      return Object.assign(new Error(String(fields.get('message'))), {
        name: String(fields.get('name')),
        ...fieldsOf(fields.get('fields')),
      })
    case 'actor':
      return standInRef
    case 'logic':
      return standInLogic
    case 'again':
      return null
    default:
      return fieldsOf(stored)
  }
}

function fieldsOf(stored: unknown): object {
  return Object.fromEntries(Object.entries(stored ?? {}).map(([key, each]) => [key, revived(each)]))
}

function listOf(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : []
}

function pairsOf(stored: unknown): [unknown, unknown][] {
  return listOf(stored).map((pair) => {
    const [key, value] = listOf(pair)
    return [revived(key), revived(value)]
  })
}
