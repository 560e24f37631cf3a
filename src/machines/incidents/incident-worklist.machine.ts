import { assertEvent, assign, sendParent, sendTo, setup } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopOrphans } from '../parts/stopped-actors.ts'
import type { dutyMachine } from './duty.machine.ts'
import type { IncidentPageReport, incidentPageMachine } from './incident-page.machine.ts'

export interface PastIncidents {
  incidents: Incident[]
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
}

interface IncidentWorklistContext {
  /** Whether the server can list the people on duty (CALL-2). */
  hasDuty: boolean
  /** Ids of the incidents that the person chose, to claim them together. */
  chosen: readonly string[]
  /** Closed incidents of one condominium or of all, newest first, as far back as loaded. */
  past: readonly Incident[]
  pastOf: string | null
  cursor: string | null
}

export type IncidentWorklistEvent =
  /** The address names an incident, or no longer does. */
  | { type: 'incident.open'; id: string }
  | { type: 'incident.close' }
  /** Chooses incidents, or no longer chooses them. */
  | { type: 'choice.set'; ids: readonly string[]; isChosen: boolean }
  /** 'Estou cuidando' for all chosen incidents. */
  | { type: 'choice.claim' }
  /** The list of closed incidents was opened. */
  | { type: 'past.show'; condominiumId: string | null }
  | { type: 'past.more' }
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  | IncidentPageReport

/** Events for the supervisor: it sends the claims, and forwards changed incidents to all, this worklist too. */
export type IncidentWorklistReport =
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  | { type: 'incidents.claim'; ids: readonly string[] }

/** The worklist: the open incident, the chosen incidents and the closed ones (DESK-1). */
export const incidentWorklistMachine = setup({
  types: {} as {
    context: IncidentWorklistContext
    events: IncidentWorklistEvent
    input: { hasDuty: boolean }
    children: { page: 'page'; duty: 'duty' }
    tags: 'pastBusy' | 'pastEnd' | 'pastError' | 'pageBroken'
  },
  actors: {
    loadPast: promiseNotProvided<PastIncidents, { condominiumId: string | null; cursor: string | null }>(
      'incidentWorklist.loadPast',
    ),
    page: machineNotProvided<typeof incidentPageMachine>(),
    duty: machineNotProvided<typeof dutyMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('incidentWorklist.logFailure'),
    choose: assign(({ context }, { ids, isChosen }: { ids: readonly string[]; isChosen: boolean }) => ({
      chosen: [...context.chosen.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])],
    })),
    /** An incident with an owner can no longer be claimed. */
    dropClaimed: assign(({ context }, { incidents }: { incidents: readonly Incident[] }) => ({
      chosen: context.chosen.filter((id) => !incidents.some((each) => each.id === id && each.life !== 'new')),
    })),
    claimChosen: sendParent(
      ({ context: { chosen } }): IncidentWorklistReport => ({ type: 'incidents.claim', ids: chosen }),
    ),
    chooseNone: assign({ chosen: [] }),
    report: sendParent(
      (_, { incidents }: { incidents: readonly Incident[] }): IncidentWorklistReport => ({
        type: 'incidents.changed',
        incidents,
      }),
    ),
    beginPast: assign((_, { condominiumId }: { condominiumId: string | null }) => ({
      past: [],
      pastOf: condominiumId,
      cursor: null,
    })),
    takePast: assign(({ context }, { page }: { page: PastIncidents }) => ({
      past: [...context.past, ...page.incidents],
      cursor: page.nextCursor,
    })),
    forward: sendTo('page', ({ event }) => event),
    forwardToDuty: sendTo('duty', ({ event }) => event),
    stopOrphans,
  },
  guards: {
    hasDuty: ({ context }) => context.hasDuty,
    isLast: (_, { page }: { page: PastIncidents }) => page.nextCursor === null,
  },
}).createMachine({
  id: 'incidentWorklist',
  meta: { requirements: ['DESK-1', 'INC-1', 'INC-3', 'CALL-2'] },
  context: ({ input: { hasDuty } }) => ({ hasDuty, chosen: [], past: [], pastOf: null, cursor: null }),
  type: 'parallel',
  states: {
    choice: {
      description: 'The incidents that the person chose. Each claim has its own answer from the server.',
      on: {
        'choice.set': { actions: { type: 'choose', params: ({ event }) => event } },
        'choice.claim': { actions: ['claimChosen', 'chooseNone'] },
        'incidents.changed': { actions: { type: 'dropClaimed', params: ({ event }) => event } },
      },
    },
    page: {
      description: 'The incident that the address names.',
      initial: 'closed',
      on: { 'incident.open': '.open' },
      states: {
        closed: {},
        open: {
          invoke: {
            id: 'page',
            src: 'page',
            input: ({ event }) => {
              assertEvent(event, 'incident.open')
              return { id: event.id }
            },
            onError: { target: 'broken', actions: [failed('A página da ocorrência falhou.'), 'stopOrphans'] },
          },
          on: {
            'incident.close': 'closed',
            'incident.answered': { actions: { type: 'report', params: ({ event }) => event } },
            'incidents.changed': { actions: 'forward' },
            'socket.restored': { actions: 'forward' },
            'server.restored': { actions: 'forward' },
          },
        },
        broken: {
          description: 'The page crashed: opening it again starts a new one.',
          tags: 'pageBroken',
          on: { 'incident.close': 'closed' },
        },
      },
    },
    duty: {
      description: 'The people on duty, if the server has them (CALL-2).',
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasDuty', target: 'shown' }, { target: 'none' }] },
        shown: {
          invoke: { id: 'duty', src: 'duty', onError: { target: 'none', actions: failed('O plantão falhou.') } },
          on: { 'socket.restored': { actions: 'forwardToDuty' } },
        },
        none: {},
      },
    },
    past: {
      description: 'Closed incidents, page by page, loaded on request.',
      initial: 'unasked',
      on: {
        'past.show': {
          target: '.loading',
          actions: { type: 'beginPast', params: ({ event }) => event },
        },
      },
      states: {
        unasked: {},
        loading: {
          tags: 'pastBusy',
          invoke: {
            src: 'loadPast',
            input: ({ context: { pastOf, cursor } }) => ({ condominiumId: pastOf, cursor }),
            onDone: [
              { guard: { type: 'isLast', params: pastPage }, target: 'ended', actions: pastTaken() },
              { target: 'loaded', actions: pastTaken() },
            ],
            onError: { target: 'failed', actions: failed('Ocorrências passadas não carregadas.') },
          },
        },
        loaded: { on: { 'past.more': 'loading' } },
        ended: { description: 'There are no older incidents.', tags: 'pastEnd' },
        failed: { tags: 'pastError', on: { 'past.more': 'loading', 'server.restored': 'loading' } },
      },
    },
  },
})

function pastPage({ event }: { event: { output: PastIncidents } }) {
  return { page: event.output }
}

function pastTaken() {
  return { type: 'takePast', params: pastPage } as const
}
