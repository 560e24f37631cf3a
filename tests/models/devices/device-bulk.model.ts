import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Six devices: more than may run at the same time. */
export const targets = ['A', 'B', 'C', 'D', 'E', 'F'].map((wordCode) => ({
  wordCode,
  condominiumId: 'c1',
  name: `Leitor ${wordCode}`,
}))

export type Command = 'test' | 'activate' | 'deactivate'
export type Outcome = 'succeeded' | 'refused' | 'rejected' | 'failed' | 'cancelled' | 'barred'

export interface BulkModelContext extends ModelContext {
  command: Command
  reason: string
  hasProblem: boolean
  refusals: number
  chosen: readonly string[]
  waiting: readonly string[]
  underWay: readonly string[]
  results: readonly (readonly [wordCode: string, outcome: Outcome])[]
}

export type BulkModelEvent =
  | { type: 'person.opens' }
  | { type: 'person.closes' }
  | { type: 'person.leaves' }
  | { type: 'person.toggles'; wordCode: string }
  | { type: 'person.choosesAll' }
  | { type: 'person.clears' }
  | { type: 'person.asks'; command: Command }
  | { type: 'person.confirms'; typed: string }
  | { type: 'person.types' }
  | { type: 'person.drops' }
  | { type: 'person.stops' }
  | { type: 'person.wantsTheRest' }
  /** Ends the command that has been running longest. */
  | { type: 'operation.ends'; outcome: Outcome }
  /** A call to another device, started outside the bulk run, ends. */
  | { type: 'otherOperation.ends' }
  /** The reset of a device that is also in the bulk run ends. */
  | { type: 'reset.ends' }
  | { type: 'operation.isBarred' }

const { update } = modelActions<BulkModelContext, BulkModelEvent>()
const clears = update(() => ({ chosen: [] }))
const notesCommand = update((_, event) =>
  event.type === 'person.asks' ? { command: event.command, reason: '', hasProblem: false, refusals: 0 } : {},
)
const begins = update(({ chosen }) => ({ waiting: chosen, results: [] }))
const orders = update(({ command, reason, waiting, underWay, did }) => {
  const [wordCode = '', ...rest] = waiting
  const target = { wordCode, condominiumId: 'c1' }
  const operation =
    command === 'test'
      ? { kind: 'test', target }
      : { kind: 'activate', target, active: command === 'activate', reason, undoes: false }
  return {
    waiting: rest,
    underWay: [...underWay, wordCode],
    did: [...did, entry('reports', 'bulk.operate', { operation })],
  }
})
const ends = update(({ underWay, results, did }, event) => {
  const [wordCode = '', ...rest] = underWay
  if (event.type !== 'operation.ends') return {}
  return {
    underWay: rest,
    results: [...results, [wordCode, event.outcome]],
    did: event.outcome === 'barred' ? did : [...did, entry('reports', 'device.dismiss', { wordCode })],
  }
})

/** Item 6: at most four devices run at the same time, each once, until all have ended or the person stops the run. */
export const bulkModel = setup({
  types: {} as { context: BulkModelContext; events: BulkModelEvent },
  guards: {
    hasChosen: ({ context }) => context.chosen.length > 0,
    isTestOfSome: ({ context, event }) =>
      event.type === 'person.asks' && event.command === 'test' && context.chosen.length > 0,
    isReason: ({ event }) => event.type === 'person.confirms' && /\p{L}/u.test(event.typed),
    isOver: ({ context: { waiting, underWay } }) => waiting.length + underWay.length === 0,
    mayOrder: ({ context: { waiting, underWay } }) => waiting.length > 0 && underWay.length < 4,
    isIdle: ({ context: { underWay } }) => underWay.length === 0,
  },
}).createMachine({
  id: 'device bulk model',
  context: {
    ...{ now: 0, did: [], command: 'test', reason: '', hasProblem: false, refusals: 0 },
    ...{ chosen: [], waiting: [], underWay: [], results: [] },
  },
  initial: 'closed',
  states: {
    closed: { on: { 'person.opens': 'choosing' } },
    choosing: {
      tags: 'choosing',
      on: {
        'person.toggles': {
          actions: update(({ chosen }, event) => {
            if (event.type !== 'person.toggles') return {}
            const { wordCode } = event
            return {
              chosen: chosen.includes(wordCode) ? chosen.filter((each) => each !== wordCode) : [...chosen, wordCode],
            }
          }),
        },
        'person.choosesAll': {
          actions: update(({ chosen }) => ({
            chosen: [...chosen, ...targets.map(({ wordCode }) => wordCode).filter((each) => !chosen.includes(each))],
          })),
        },
        'person.clears': { actions: clears },
        'person.asks': [
          { guard: 'isTestOfSome', target: 'underWay', actions: notesCommand },
          { guard: 'hasChosen', target: 'asked', actions: notesCommand },
        ],
        'person.closes': { target: 'closed', actions: clears },
        'person.leaves': { target: 'closed', actions: clears },
      },
    },
    asked: {
      tags: ['choosing', 'asked'],
      on: {
        'person.confirms': [
          {
            guard: 'isReason',
            target: 'underWay',
            actions: update((_, event) =>
              event.type === 'person.confirms' ? { reason: event.typed, hasProblem: false } : {},
            ),
          },
          { actions: update(({ refusals }) => ({ hasProblem: true, refusals: refusals + 1 })) },
        ],
        'person.types': { actions: update(() => ({ hasProblem: false })) },
        'person.drops': 'choosing',
        'person.leaves': { target: 'closed', actions: clears },
      },
    },
    underWay: {
      entry: begins,
      on: { 'operation.ends': { actions: ends } },
      initial: 'running',
      states: {
        running: {
          tags: 'running',
          always: [
            { guard: 'isOver', target: '#done' },
            { guard: 'mayOrder', actions: orders },
          ],
          on: { 'person.stops': 'stopping' },
        },
        stopping: { tags: 'stopping', always: { guard: 'isIdle', target: '#done' } },
      },
    },
    done: {
      id: 'done',
      tags: 'done',
      on: {
        'person.wantsTheRest': {
          target: 'choosing',
          actions: update(({ results, waiting }) => ({
            chosen: [
              ...results.filter(([, outcome]) => outcome !== 'succeeded').map(([wordCode]) => wordCode),
              ...waiting,
            ],
          })),
        },
        'person.closes': { target: 'closed', actions: clears },
      },
    },
  },
})
