import { setup } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** An event with a sequence number, and a clock that was set back before each event. */
function activity(id: string, condominiumId: string, sequence: number): Activity {
  const at = `2026-03-02T09:${String(10 - sequence).padStart(2, '0')}:00Z`
  return { id, sequence, condominiumId, wordCode: '', deviceName: '', ip: '', kind: 'intercom', description: '', at }
}

/** Events of two condominiums. */
export const activities = {
  early: activity('early', 'c1', 1),
  late: activity('late', 'c1', 3),
  past: activity('past', 'c1', 2),
  other: activity('other', 'c2', 4),
} as const

type ActivityId = keyof typeof activities

export interface EventFeedModelContext extends ModelContext {
  condominiumId: string | null
  /** Newest first. */
  known: readonly ActivityId[]
  /** List on screen while it is paused. */
  held: readonly ActivityId[] | null
}

export type EventFeedModelEvent =
  | { type: 'person.selects'; id: string | null }
  | { type: 'person.retries' }
  | { type: 'pointer.reaches' }
  | { type: 'pointer.leaves' }
  | { type: 'pointer.rests' }
  | { type: 'socket.delivers'; ids: readonly ActivityId[] }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'lastKnown.isOver' }
  | { type: 'server.answers'; ids: readonly ActivityId[] }
  | { type: 'server.fails' }

type Context = EventFeedModelContext
const { logs, update } = modelActions<Context, EventFeedModelEvent>()
const asks = update(({ did, condominiumId }) => ({
  did: [...did, entry('asks', 'loadHistory', { condominiumId, limit: 30 })],
}))
const selects = update((_, event) => (event.type === 'person.selects' ? { condominiumId: event.id, known: [] } : {}))
const logsFailure = logs('Eventos não carregados.')
const takes = update(({ condominiumId, known }, event) => {
  if (!('ids' in event)) return {}
  const added = event.ids.filter((id) => condominiumId === null || activities[id].condominiumId === condominiumId)
  const ids = new Set([...known, ...added])
  return { known: [...ids].sort((left, right) => (activities[right].sequence ?? 0) - (activities[left].sequence ?? 0)) }
})

const holds = update(({ known, held }) => ({ held: held ?? known }))
const lets = update(() => ({ held: null }))
const rests = update(({ now }) => ({ now: now + 5_000 }))

/**
 * SHELL-4: the events of one condominium or of all, with their history; events that arrive while the history loads are
 * kept; a pointer on the list pauses it.
 */
export const eventFeedModel = setup({
  types: {} as { context: Context; events: EventFeedModelEvent },
  guards: {
    isOther: ({ context, event }) => event.type === 'person.selects' && event.id !== context.condominiumId,
  },
}).createMachine({
  id: 'event feed model',
  context: {
    now: 0,
    did: [entry('asks', 'loadHistory', { condominiumId: null, limit: 30 })],
    condominiumId: null,
    known: [],
    held: null,
  },
  type: 'parallel',
  on: { 'socket.delivers': { actions: takes } },
  states: {
    history: {
      initial: 'loading',
      on: {
        'person.selects': { guard: 'isOther', target: '.loading', actions: [selects, asks] },
        'socket.isRestored': { target: '.loading', actions: asks },
        'lastKnown.isOver': { target: '.loading', actions: asks },
      },
      states: {
        live: {},
        loading: {
          tags: 'busy',
          on: {
            'server.answers': { target: 'live', actions: takes },
            'server.fails': { target: 'failed', actions: logsFailure },
          },
        },
        failed: {
          tags: 'error',
          on: {
            'person.retries': { target: 'loading', actions: asks },
            'service.recovers': { target: 'loading', actions: asks },
          },
        },
      },
    },
    list: {
      initial: 'moving',
      on: { 'person.selects': { guard: 'isOther', target: '.moving', actions: lets } },
      states: {
        moving: { on: { 'pointer.reaches': { target: 'still', actions: holds } } },
        still: {
          on: {
            'pointer.reaches': {},
            'pointer.leaves': { target: 'moving', actions: lets },
            'pointer.rests': { target: 'moving', actions: [rests, lets] },
          },
        },
      },
    },
  },
})
