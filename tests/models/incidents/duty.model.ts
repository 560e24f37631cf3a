import { setup } from 'xstate'
import type { OnDuty } from '../../../contract/wire/answers/on-duty.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export const ana: OnDuty = [{ id: 'ana', name: 'Ana Albuquerque', since: '2026-03-02T01:01:00.000Z' }]

export interface DutyModelContext extends ModelContext {
  onDuty: OnDuty | null
}

export type DutyModelEvent =
  | { type: 'server.answers'; onDuty: OnDuty }
  | { type: 'server.fails' }
  | { type: 'socket.isRestored' }
  | { type: 'minute.passes'; isSeen: boolean }
  | { type: 'seconds.pass'; isSeen: boolean }

const { did, logs, update } = modelActions<DutyModelContext, DutyModelEvent>()
const asks = did(entry('asks', 'load'))
const passes = update(({ now }, { type }) => ({ now: now + (type === 'minute.passes' ? 60_000 : 5_000) }))
const forgets = update(() => ({ onDuty: null }))
const isSeen = ({ event }: { event: DutyModelEvent }) => 'isSeen' in event && event.isSeen

const minutePasses = [
  { guard: isSeen, target: 'loading', actions: [passes, asks] },
  { target: 'hidden', actions: [passes, forgets] },
]

/** CALL-2: the panel requests the people on duty each minute while the page is visible; null if they are not known. */
export const dutyModel = setup({
  types: {} as { context: DutyModelContext; events: DutyModelEvent },
}).createMachine({
  id: 'duty model',
  context: { now: 0, did: [entry('asks', 'load')], onDuty: null },
  initial: 'loading',
  on: { 'socket.isRestored': { target: '.loading', actions: asks } },
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
    known: { on: { 'minute.passes': minutePasses } },
    unknown: { on: { 'minute.passes': minutePasses } },
    hidden: {
      on: {
        'seconds.pass': [
          { guard: isSeen, target: 'loading', actions: [passes, asks] },
          { target: 'hidden', actions: passes },
        ],
      },
    },
  },
})
