import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type Fault = 'up' | 'refuse' | 'hang' | 'slow' | 'garbage'

/** Faults that a person enters, with the delay as typed; `ms` is the delay sent, null if it is invalid (INS-2). */
export const orders = {
  hang: { fault: 'hang', typed: 'tanto faz', ms: 1 },
  shortest: { fault: 'slow', typed: '1', ms: 1 },
  longest: { fault: 'slow', typed: ' 60000 ', ms: 60_000 },
  noDelay: { fault: 'slow', typed: '', ms: null },
  none: { fault: 'slow', typed: '0', ms: null },
  tooLong: { fault: 'slow', typed: '60001', ms: null },
  far: { fault: 'slow', typed: '9'.repeat(400), ms: null },
  fraction: { fault: 'slow', typed: '1,5', ms: null },
  negative: { fault: 'slow', typed: '-5', ms: null },
} as const satisfies Record<string, { fault: Fault; typed: string; ms: number | null }>

export type Order = keyof typeof orders

export interface SimulatorModelContext extends ModelContext {
  wordCode: string
  /** Fault of the device, if known. */
  fault: Fault | null
  failure: string | null
  refusals: number
}

export type SimulatorModelEvent =
  | { type: 'person.names'; wordCode: string }
  | { type: 'person.orders'; order: Order }
  | { type: 'person.edits' }
  | { type: 'person.reloads' }
  | { type: 'server.answers'; fault: Fault }
  | { type: 'server.knowsNoDevice' }
  | { type: 'server.hasNoSimulator' }
  | { type: 'server.fails'; text: string }

const { update } = modelActions<SimulatorModelContext, SimulatorModelEvent>()
const named = (event: SimulatorModelEvent) => ('wordCode' in event ? event.wordCode.trim().toUpperCase() : '')
const follows = update(({ wordCode, fault }, event) => ({
  wordCode: named(event),
  fault: named(event) === wordCode ? fault : null,
  failure: null,
}))
const asks = update(({ did, wordCode }) => ({
  did: [...did, entry('asks', 'readDevice', { wordCode })],
  failure: null,
}))
const sends = update(({ did, wordCode }, event) => {
  if (event.type !== 'person.orders') return {}
  const { fault, ms } = orders[event.order]
  return { did: [...did, entry('asks', 'setFault', { wordCode, order: { fault, slowMs: ms } })], failure: null }
})
const learns = update((_, event) => ('fault' in event ? { fault: event.fault } : {}))
const loses = update(() => ({ fault: null }))
const fails = (text: string) =>
  update(({ did }, event) => ({
    did: [...did, entry('does', 'logFailure', text)],
    failure: 'text' in event ? event.text : null,
  }))
const forgets = update(() => ({ failure: null }))
const objects = update(({ refusals }) => ({ refusals: refusals + 1 }))

/** INS-2: the selected device, its fault and the fault to set; if the server has no simulator, the flow ends. */
export const simulatorModel = setup({
  types: {} as { context: SimulatorModelContext; events: SimulatorModelEvent },
  guards: {
    hasDevice: ({ event }) => named(event) !== '',
    isSendable: ({ event }) => event.type === 'person.orders' && orders[event.order].ms !== null,
  },
}).createMachine({
  id: 'simulator model',
  context: { now: 0, did: [], wordCode: '', fault: null, failure: null, refusals: 0 },
  initial: 'there',
  states: {
    there: {
      initial: 'choosing',
      on: {
        'person.names': [
          { guard: 'hasDevice', target: '.loading', actions: [follows, asks] },
          { target: '.unnamed', actions: [follows, objects] },
        ],
      },
      states: {
        choosing: {},
        unnamed: { tags: 'error' },
        loading: {
          tags: 'busy',
          on: {
            'server.answers': { target: 'ready', actions: learns },
            'server.knowsNoDevice': { target: 'unknown', actions: loses },
            'server.hasNoSimulator': { target: '#simulator model.unavailable', actions: loses },
            'server.fails': { target: 'failed', actions: [loses, fails('Simulador não consultado.')] },
          },
        },
        ready: {
          initial: 'settled',
          on: {
            'person.reloads': { target: 'loading', actions: asks },
            'person.orders': [
              { guard: 'isSendable', target: 'setting', actions: sends },
              { target: '.refused', actions: [forgets, objects] },
            ],
            'person.edits': { target: '.settled', actions: forgets },
          },
          states: { settled: {}, applied: {}, refused: { tags: 'error' }, failed: { tags: 'error' } },
        },
        setting: {
          tags: 'busy',
          on: {
            'server.answers': { target: 'ready.applied', actions: learns },
            'server.knowsNoDevice': { target: 'unknown', actions: loses },
            'server.hasNoSimulator': { target: '#simulator model.unavailable', actions: loses },
            'server.fails': { target: 'ready.failed', actions: fails('Falha não simulada.') },
          },
        },
        unknown: { tags: 'error' },
        failed: { tags: 'error', on: { 'person.reloads': { target: 'loading', actions: asks } } },
      },
    },
    unavailable: {},
  },
})
