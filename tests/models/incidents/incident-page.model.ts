import { and, setup, stateIn } from 'xstate'
import type { IncidentStory } from '../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentAction } from '../../../contract/wire/requests/incidents.ts'
import type { AskedAction } from '../../../src/machines/incidents/incident-page.machine.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { ana, incidentOf } from './incident-fixtures.ts'

const version = (number: number, more: Partial<Incident> = {}) => incidentOf('i1', { version: number, ...more })

/** The incident by version: 1 older than listed, 2 as listed, 3 claimed, 4 resolved, 5 of many condominiums. */
export const byVersion: Record<number, Incident> = {
  1: version(1),
  2: version(2),
  3: version(3, { life: 'claimed', owner: ana }),
  4: version(4, { life: 'resolved' }),
  5: version(5, { scope: 'service', condominiumId: null }),
}
/** Version of an incident of many condominiums, which has no events. */
const serviceVersion = 5
const resolvedVersion = 4
const presenceMs = 15_000
export const events = [{ id: 'e1', condominiumId: 'c1', kind: 'intercom' }]

export const story = (number: number): IncidentStory => ({
  incident: byVersion[number] ?? version(number),
  notes: [],
  devices: [],
  colleagues: [ana],
})

export interface IncidentPageModelContext extends ModelContext {
  /** Version on screen; 0 if nothing is shown. */
  version: number
  failure: number | null
  asked: AskedAction | null
  deed: IncidentAction
  refusals: number
  message: string
  comment: string
  hasEvents: boolean
}

export type IncidentPageModelEvent =
  | { type: 'story.arrives'; version: number }
  | { type: 'story.fails'; status: number }
  | { type: 'time.passes' }
  | { type: 'presence.arrives'; version: number }
  | { type: 'presence.fails' }
  | { type: 'socket.reports'; id: string; version: number }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'person.reloads' }
  | { type: 'person.acts' }
  | { type: 'person.begins'; asked: AskedAction }
  | { type: 'person.confirms'; deed: IncidentAction }
  | { type: 'person.drops' }
  | { type: 'action.isDone' }
  | { type: 'action.isLate'; message: string }
  | { type: 'action.fails'; message: string }
  | { type: 'draft.isRead'; comment: string }
  | { type: 'draft.isUnreadable' }
  | { type: 'person.types'; comment: string }
  | { type: 'person.sendsComment' }
  | { type: 'events.arrive' }
  | { type: 'events.fail' }
  | { type: 'gate.reports' }

type Context = IncidentPageModelContext

const { did, logs, update } = modelActions<Context, IncidentPageModelEvent>()
const asks = did(entry('asks', 'loadStory', { id: 'i1' }))
const fails = update((_, event) => (event.type === 'story.fails' ? { failure: event.status } : {}))
const acts = update(({ did }, event) => {
  const deed: IncidentAction = event.type === 'person.confirms' ? event.deed : { deed: 'release' }
  return { deed, message: '', did: [...did, entry('asks', 'act', { id: 'i1', deed })] }
})
/** The incident in the answer is reported to the parent. */
const answers = update(({ did }, event) => ({
  asked: null,
  message: event.type === 'action.isLate' ? event.message : '',
  did: [...did, entry('reports', 'incident.answered', { incidents: [byVersion[3]] })],
}))
const types = update(({ did }, event) =>
  event.type === 'person.types'
    ? { comment: event.comment, refusals: 0, did: [...did, entry('does', 'keepComment', event.comment)] }
    : {},
)
const asksEvents = update(({ version, did: done }) => {
  const choice = { ...(version !== serviceVersion && { condominiumId: 'c1' }), wordCode: 'W1' }
  return { did: [...done, entry('asks', 'loadEvents', { choice })] }
})
const passes = update(({ now }) => ({ now: now + presenceMs }))
const again = { target: 'loading', actions: asks }
const takes = {
  guard: ({ context, event }: { context: Context; event: IncidentPageModelEvent }) =>
    event.type === 'socket.reports' && event.id === 'i1' && event.version > context.version,
  target: 'loading',
  actions: [
    update(({ version }, event) => (event.type === 'socket.reports' && version > 0 ? { version: event.version } : {})),
    asks,
  ],
}
const always = { 'socket.reports': takes, 'socket.isRestored': again, 'person.reloads': again }

const notDone = logs('Ocorrência não alterada.')
const showsMessage = update((_, event) => ('message' in event ? { message: event.message } : {}))

/** Whether all required texts are filled in. */
const isFilled = (deed: IncidentAction) =>
  !Object.values(deed).some((each) => typeof each === 'string' && each.trim() === '')

/**
 * INC-3, INC-4, DESK-2, DESK-5: each change of the incident reloads its story. While the incident is open, the page asks every 15 s which
 * people are present. The page runs one action at a time; if an action is too late, the page shows the current state.
 */
export const incidentPageModel = setup({
  types: {} as { context: Context; events: IncidentPageModelEvent },
  guards: { isOpen: ({ context: { version } }) => version !== resolvedVersion },
}).createMachine({
  id: 'incident page model',
  context: {
    now: 0,
    did: [entry('asks', 'loadStory', { id: 'i1' }), entry('asks', 'readComment', { id: 'i1' })],
    version: 0,
    failure: null,
    asked: null,
    deed: { deed: 'claim' },
    refusals: 0,
    message: '',
    comment: '',
    hasEvents: false,
  },
  type: 'parallel',
  states: {
    story: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          on: {
            ...always,
            'story.arrives': {
              target: 'told',
              actions: update((_, event) =>
                event.type === 'story.arrives' ? { version: event.version, failure: null } : {},
              ),
            },
            'story.fails': [
              {
                guard: ({ event }) => event.status === 404 || event.status === 403,
                target: 'missing',
                actions: [fails, logs('Ocorrência recusada.')],
              },
              { target: 'failed', actions: [fails, logs('Ocorrência não carregada.')] },
            ],
          },
        },
        told: { on: always },
        missing: { tags: 'missing', on: always },
        failed: { tags: 'error', on: { ...always, 'service.recovers': again } },
      },
    },
    presence: {
      initial: 'known',
      states: {
        known: {
          on: {
            'time.passes': [
              {
                guard: and([stateIn({ story: 'told' }), 'isOpen']),
                target: 'asking',
                actions: [passes, did(entry('asks', 'loadPresence', { id: 'i1' }))],
              },
              { actions: passes },
            ],
          },
        },
        asking: {
          on: {
            'presence.arrives': [
              {
                guard: ({ context, event }) => event.version >= context.version,
                target: 'known',
                actions: update((_, event) =>
                  event.type === 'presence.arrives' ? { version: event.version, failure: null } : {},
                ),
              },
              { target: 'known' },
            ],
            'presence.fails': { target: 'known', actions: logs('Presença não carregada.') },
          },
        },
      },
    },
    deed: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'person.acts': { target: 'acting', actions: acts },
            'person.sendsComment': [
              {
                guard: ({ context }) => context.comment.trim() !== '' && context.comment.length <= 500,
                target: 'acting',
                actions: update(({ did, comment }) => {
                  const deed: IncidentAction = { deed: 'comment', text: comment }
                  return { deed, message: '', did: [...did, entry('asks', 'act', { id: 'i1', deed })] }
                }),
              },
              { actions: update(({ refusals }) => ({ refusals: refusals + 1 })) },
            ],
            'person.begins': {
              target: 'asking',
              actions: update((_, event) =>
                event.type === 'person.begins' ? { asked: event.asked, refusals: 0, message: '' } : {},
              ),
            },
          },
        },
        asking: {
          tags: 'asking',
          on: {
            'person.confirms': [
              { guard: ({ event }) => isFilled(event.deed), target: 'acting', actions: acts },
              { actions: update(({ refusals }) => ({ refusals: refusals + 1 })) },
            ],
            'person.drops': { target: 'idle', actions: update(() => ({ asked: null, message: '' })) },
          },
        },
        acting: {
          tags: 'acting',
          on: {
            'action.isDone': [
              {
                guard: ({ context }) => context.deed.deed === 'comment',
                target: 'idle',
                actions: [
                  answers,
                  update(({ did }) => ({
                    comment: '',
                    refusals: 0,
                    did: [...did, entry('does', 'keepComment', '')],
                  })),
                ],
              },
              { target: 'idle', actions: answers },
            ],
            'action.isLate': { target: 'idle', actions: answers },
            'action.fails': [
              { guard: ({ context }) => context.asked !== null, target: 'asking', actions: [showsMessage, notDone] },
              { target: 'idle', actions: [showsMessage, notDone] },
            ],
          },
        },
      },
    },
    comment: {
      initial: 'reading',
      on: { 'person.types': { target: '.known', actions: types } },
      states: {
        reading: {
          on: {
            'draft.isRead': {
              target: 'known',
              actions: update((_, event) =>
                event.type === 'draft.isRead' ? { comment: event.comment, refusals: 0 } : {},
              ),
            },
            'draft.isUnreadable': { target: 'known', actions: logs('Comentário guardado não lido.') },
          },
        },
        known: {},
      },
    },
    events: {
      initial: 'awaited',
      states: {
        awaited: {
          on: {
            'story.arrives': {
              guard: ({ event }) => event.version !== serviceVersion,
              target: 'loading',
              actions: asksEvents,
            },
          },
        },
        loading: {
          on: {
            'gate.reports': { target: 'loading', reenter: true, actions: asksEvents },
            'socket.isRestored': { target: 'loading', reenter: true, actions: asksEvents },
            'events.arrive': { target: 'known', actions: update(() => ({ hasEvents: true })) },
            'events.fail': { target: 'failed', actions: logs('Eventos da ocorrência não carregados.') },
          },
        },
        known: {
          on: {
            'gate.reports': { target: 'loading', actions: asksEvents },
            'socket.isRestored': { target: 'loading', actions: asksEvents },
          },
        },
        failed: {
          tags: 'eventsError',
          on: {
            'gate.reports': { target: 'loading', actions: asksEvents },
            'service.recovers': { target: 'loading', actions: asksEvents },
          },
        },
      },
    },
  },
})
