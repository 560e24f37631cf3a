import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type BrakeKind = 'now' | 'state'

export interface BrakeModelContext extends ModelContext {
  kind: BrakeKind | null
  waiting: number
  problem: string | null
}

export type BrakeModelEvent =
  | { type: 'person.sets'; kind: BrakeKind }
  | { type: 'person.steps' }
  | { type: 'person.discards' }
  | { type: 'person.continues' }
  | { type: 'person.removes' }
  | { type: 'actor.isHeld' }
  | { type: 'event.waits' }
  | { type: 'actor.ends' }
  | { type: 'gate.breaks'; text: string }

const { did, update } = modelActions<BrakeModelContext, BrakeModelEvent>()
const sets = update(({ did }, event) =>
  event.type === 'person.sets'
    ? { kind: event.kind, waiting: 0, problem: null, did: [...did, entry('asks', 'gate', event.kind)] }
    : {},
)
const removes = update(() => ({ kind: null, waiting: 0 }))
const waits = update(({ waiting }) => ({ waiting: waiting + 1 }))
const breaks = update(({ did }, event) => ({
  did: [...did, entry('does', 'logFailure', 'Eventos não retidos.')],
  kind: null,
  waiting: 0,
  problem: 'text' in event ? event.text : null,
}))

/** INS-6: the events of one actor pass until a condition is met. Then the events wait for a step or the release. */
export const brakeModel = setup({
  types: {} as { context: BrakeModelContext; events: BrakeModelEvent },
  guards: { isOnce: ({ context }) => context.kind === 'now' },
}).createMachine({
  id: 'brake model',
  context: { now: 0, did: [], kind: null, waiting: 0, problem: null },
  initial: 'off',
  on: { 'person.sets': { target: '.set', actions: sets } },
  states: {
    off: {},
    set: {
      tags: 'set',
      initial: 'armed',
      on: {
        'event.waits': { actions: waits },
        'person.removes': { target: 'off', actions: removes },
        'actor.ends': { target: 'off', actions: removes },
        'gate.breaks': { target: 'refused', actions: breaks },
      },
      states: {
        armed: { on: { 'actor.isHeld': 'stopped' } },
        stopped: {
          tags: 'stopped',
          on: {
            'person.steps': { actions: did('sends gate gate.step') },
            'person.discards': { actions: did('sends gate gate.discard') },
            'person.continues': [
              { guard: 'isOnce', target: '#brake model.off', actions: removes },
              { target: 'armed', actions: did('sends gate gate.open') },
            ],
          },
        },
      },
    },
    refused: { tags: 'error' },
  },
})
