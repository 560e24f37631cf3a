import { setup } from 'xstate'
import type { OnDuty } from '../../../contract/wire/answers/on-duty.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export const ana: OnDuty = [{ id: 'ana', name: 'Ana Albuquerque', since: '2026-03-02T01:01:00.000Z' }]

export interface DutyModelContext extends ModelContext {
  onDuty: OnDuty | null
  /** Whether the page is visible. */
  isSeen: boolean
}

export type DutyModelEvent =
  | { type: 'server.answers'; onDuty: OnDuty }
  | { type: 'server.fails' }
  | { type: 'socket.isRestored' }
  | { type: 'page.isShown' }
  | { type: 'page.isHidden' }
  | { type: 'time.passes' }

const { did, logs, update } = modelActions<DutyModelContext, DutyModelEvent>()
const asks = did(entry('asks', 'load'))
const passes = (ms: number) => update(({ now }) => ({ now: now + ms }))
const forgets = update(() => ({ onDuty: null }))
const isSeen = ({ context }: { context: DutyModelContext }) => context.isSeen

const minutePasses = [
  { guard: isSeen, target: 'loading', actions: [passes(60_000), asks] },
  { target: 'hidden', actions: [passes(60_000), forgets] },
]

/** CALL-2: the panel requests the people on duty each minute while the page is visible; null if they are not known. */
export const dutyModel = setup({
  types: {} as { context: DutyModelContext; events: DutyModelEvent },
}).createMachine({
  id: 'duty model',
  context: { now: 0, did: [entry('asks', 'load')], onDuty: null, isSeen: true },
  initial: 'loading',
  on: {
    'socket.isRestored': { target: '.loading', actions: asks },
    'page.isShown': { actions: update(() => ({ isSeen: true })) },
    'page.isHidden': { actions: update(() => ({ isSeen: false })) },
  },
  states: {
    loading: {
      on: {
        'server.answers': {
          target: 'known',
          actions: update((_, event) => (event.type === 'server.answers' ? { onDuty: event.onDuty } : {})),
        },
        'server.fails': { target: 'unknown', actions: [logs('Plantão não carregado.'), forgets] },
      },
    },
    known: { on: { 'time.passes': minutePasses } },
    unknown: { on: { 'time.passes': minutePasses } },
    hidden: {
      on: {
        'time.passes': [
          { guard: isSeen, target: 'loading', actions: [passes(5_000), asks] },
          { target: 'hidden', actions: passes(5_000) },
        ],
      },
    },
  },
})
