import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface CondominiumCepModelContext extends ModelContext {
  /** Digits only. */
  cep: string
  street: string
  /** Source of the street. */
  streetBy: 'none' | 'person' | 'lookUp'
  city: string
  refusals: number
}

export type CondominiumCepModelEvent =
  | { type: 'person.typesCep'; text: string }
  | { type: 'person.typesStreet'; text: string }
  | { type: 'person.saves' }
  | { type: 'person.asksAgain' }
  | { type: 'service.knowsStreet' }
  | { type: 'service.knowsTown' }
  | { type: 'service.knowsNone' }
  | { type: 'service.fails' }
  | { type: 'time.passes' }

export const timeoutMs = 10_000

type Context = CondominiumCepModelContext
const { logs, update } = modelActions<Context, CondominiumCepModelEvent>()
const digitsOf = (text: string) => text.replace('-', '')
const takesCep = update((_, event) => (event.type === 'person.typesCep' ? { cep: digitsOf(event.text) } : {}))
const takesStreet = update((_, event) => {
  if (event.type !== 'person.typesStreet') return {}
  return { street: event.text, streetBy: event.text === '' ? 'none' : 'person' }
})
const asks = update(({ did, cep }) => ({ did: [...did, entry('asks', 'lookUpCep', { cep })] }))
const logsFailure = logs('Endereço do CEP não consultado.')
const fills = update(({ streetBy, street }) => ({
  city: 'São Paulo',
  ...(streetBy === 'person' ? { street } : { street: 'Avenida Paulista', streetBy: 'lookUp' as const }),
}))
/** Clears the street of the previous CEP; keeps a street that a person typed. */
const fillsTown = update(({ streetBy, street }) => ({
  city: 'Campos do Jordão',
  street: streetBy === 'person' ? street : '',
}))
const finds = update(({ refusals }) => ({ refusals: refusals + 1 }))
const passes = update(({ now }) => ({ now: now + timeoutMs }))

const edits = {
  'person.typesCep': [
    { guard: 'isWhole' as const, target: '#cep.looking', reenter: true, actions: [takesCep, asks] },
    { target: '#cep.idle', actions: takesCep },
  ],
  'person.typesStreet': { actions: takesStreet },
  'person.saves': { actions: finds },
}

/**
 * CON-4: the address fills fields that no person typed in; saving waits for a running look-up, then checks the rules.
 */
export const condominiumCepModel = setup({
  types: {} as { context: Context; events: CondominiumCepModelEvent },
  guards: { isWhole: ({ event }) => event.type === 'person.typesCep' && digitsOf(event.text).length === 8 },
}).createMachine({
  id: 'cep',
  context: { now: 0, did: [], cep: '', street: '', streetBy: 'none', city: '', refusals: 0 },
  initial: 'idle',
  states: {
    idle: { on: edits },
    looking: {
      initial: 'alone',
      states: {
        alone: {
          on: {
            ...edits,
            'person.saves': 'awaited',
            'service.knowsStreet': { target: '#cep.found', actions: fills },
            'service.knowsTown': { target: '#cep.townWide', actions: fillsTown },
            'service.knowsNone': '#cep.unknown',
            'service.fails': { target: '#cep.unavailable', actions: logsFailure },
            'time.passes': { target: '#cep.unavailable', actions: passes },
          },
        },
        awaited: {
          tags: 'busy',
          on: {
            'service.knowsStreet': { target: '#cep.found', actions: [fills, finds] },
            'service.knowsTown': { target: '#cep.townWide', actions: [fillsTown, finds] },
            'service.knowsNone': { target: '#cep.unknown', actions: finds },
            'service.fails': { target: '#cep.unavailable', actions: [logsFailure, finds] },
            'time.passes': { target: '#cep.unavailable', actions: [passes, finds] },
          },
        },
      },
    },
    found: { on: edits },
    townWide: { on: edits },
    unknown: { on: edits },
    unavailable: { on: { ...edits, 'person.asksAgain': { target: 'looking', actions: asks } } },
  },
})
