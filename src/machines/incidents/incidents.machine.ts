import { assertEvent, assign, raise, sendParent, sendTo, setup } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentActionAnswer } from '../../services/incidents/incidents-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, guardNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopChildrenOf } from '../parts/stopped-actors.ts'
import { withChanged } from './incident-list.ts'
import type { incidentPageMachine } from './incident-page.machine.ts'

/** Timeout of 'Estou cuidando' on the server, in milliseconds; after it, the user may press again. */
const claimTimeoutMs = 30_000
/** How often the list is loaded without a live connection, or a silent server is asked again (LIVE-1), in ms. */
const unansweredMs = 15_000

export interface PastIncidents {
  incidents: Incident[]
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
}

interface IncidentsContext {
  /** Open incidents and recently closed ones; newest first. */
  incidents: readonly Incident[]
  /** Incidents that changed since the list was requested. */
  meanwhile: readonly Incident[]
  /** Ids of the incidents that the user claimed and the server has not confirmed, in their order. */
  claims: readonly string[]
  /** Why the last claim failed. */
  refusal: { id: string; message: string } | null
  /** Closed incidents of one condominium or of all, newest first, as far back as loaded. */
  past: readonly Incident[]
  pastOf: string | null
  cursor: string | null
}

export type IncidentsEvent =
  /** New versions of incidents, from the live connection or from the page of an incident. */
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  | { type: 'incidents.reload' }
  /** A person pressed 'Estou cuidando' in a list. */
  | { type: 'incident.claim'; id: string }
  /** The list of closed incidents was opened. */
  | { type: 'past.show'; condominiumId: string | null }
  | { type: 'past.more' }
  /** The page of an incident was opened, or left. */
  | { type: 'incident.open'; id: string }
  | { type: 'incident.close' }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** Earlier data was shown: the server now answers and must be asked. */
  | { type: 'lastKnown.over' }

/** Event for the root: the server has incidents, in these versions. */
export type IncidentsReport = { type: 'incidents.known'; incidents: readonly Incident[] }

type Answered = { answer: IncidentActionAnswer }

const changed = {
  type: 'takeChanged',
  params: ({ event }: { event: { incidents: readonly Incident[] } }) => event,
} as const

/** The incidents, if the server has them: the open ones, the claims of the user, and the closed ones (INC). */
export const incidentsMachine = setup({
  types: {} as {
    context: IncidentsContext
    events: IncidentsEvent
    children: { page: 'page' }
    tags:
      | 'unknown'
      | 'absent'
      | 'unexpected'
      | 'present'
      | 'known'
      | 'error'
      | 'pastBusy'
      | 'pastEnd'
      | 'pastError'
      | 'pageBroken'
  },
  actors: {
    /** Resolves with whether the server has incidents. */
    askOffered: promiseNotProvided<boolean>('incidents.askOffered'),
    loadOpen: promiseNotProvided<Incident[]>('incidents.loadOpen'),
    claim: promiseNotProvided<IncidentActionAnswer, { id: string }>('incidents.claim'),
    loadPast: promiseNotProvided<PastIncidents, { condominiumId: string | null; cursor: string | null }>(
      'incidents.loadPast',
    ),
    page: machineNotProvided<typeof incidentPageMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('incidents.logFailure'),
    /** Stores for the next page load whether the server has incidents. */
    keepHint: effectNotProvided<{ isOffered: boolean }>('incidents.keepHint'),
    beginList: assign({ meanwhile: [] }),
    takeList: assign(({ context }, { loaded }: { loaded: readonly Incident[] }) => ({
      incidents: withChanged(loaded, context.meanwhile),
    })),
    takeChanged: assign(({ context }, { incidents }: { incidents: readonly Incident[] }) => ({
      incidents: withChanged(context.incidents, incidents),
      meanwhile: withChanged(context.meanwhile, incidents),
    })),
    report: sendParent(({ context: { incidents } }): IncidentsReport => ({ type: 'incidents.known', incidents })),
    expectClaim: assign(({ context }, { id }: { id: string }) => ({ claims: [...context.claims, id], refusal: null })),
    endClaim: assign(({ context }) => ({ claims: context.claims.slice(1) })),
    takeAnswer: assign(({ context }, { answer }: Answered) => {
      const answered = [answer.kind === 'done' ? answer.incident : answer.current]
      return {
        incidents: withChanged(context.incidents, answered),
        meanwhile: withChanged(context.meanwhile, answered),
        refusal: answer.kind === 'done' ? null : { id: firstClaim(context), message: answer.message },
      }
    }),
    noteRefusal: assign(({ context }, { message }: Pick<CallFailure, 'message'>) => ({
      refusal: { id: firstClaim(context), message },
    })),
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
    /** XState does not stop the children of a crashed page. */
    stopOrphans: ({ self }) => stopChildrenOf(self.getSnapshot().children.page),
  },
  guards: {
    isOffered: (_, { isOffered }: { isOffered: boolean }) => isOffered,
    /** Whether the server had no incidents when this browser last asked. */
    hadNone: guardNotProvided('incidents.hadNone'),
    hasClaims: ({ context }) => context.claims.length > 0,
    isClaimed: ({ context }, { id }: { id: string }) => context.claims.includes(id),
    isLast: (_, { page }: { page: PastIncidents }) => page.nextCursor === null,
  },
  delays: { claimTimeout: claimTimeoutMs, unheard: unansweredMs },
}).createMachine({
  id: 'incidents',
  meta: { requirements: ['INC-1', 'INC-3', 'LIVE-1'] },
  context: { incidents: [], meanwhile: [], claims: [], refusal: null, past: [], pastOf: null, cursor: null },
  type: 'parallel',
  states: {
    offer: {
      description: 'Whether the server has incidents, and the known incidents.',
      initial: 'asking',
      states: {
        asking: {
          tags: 'unknown',
          invoke: {
            src: 'askOffered',
            onDone: [
              {
                guard: { type: 'isOffered', params: ({ event }) => ({ isOffered: event.output }) },
                target: 'present',
                actions: { type: 'keepHint', params: { isOffered: true } },
              },
              { target: 'absent', actions: { type: 'keepHint', params: { isOffered: false } } },
            ],
            onError: { target: 'unanswered', actions: failed('Ocorrências não perguntadas.') },
          },
        },
        absent: {
          description: 'This server has no incidents: the panel shows nothing about them and does not ask again.',
          tags: 'absent',
        },
        unanswered: {
          description: 'Unknown until the server answers: the panel works without incidents.',
          after: { unheard: 'asking' },
          on: {
            'socket.restored': 'asking',
            'server.restored': 'asking',
            'lastKnown.over': 'asking',
            'incidents.changed': 'asking',
            'incidents.reload': 'asking',
          },
        },
        present: {
          tags: 'present',
          type: 'parallel',
          states: {
            list: {
              description: 'The incidents: loaded once, then updated by events; the newer version of each wins.',
              initial: 'loading',
              states: {
                loading: {
                  description: 'No incident is known yet.',
                  tags: 'unknown',
                  entry: 'beginList',
                  on: {
                    'incidents.changed': { actions: changed },
                    'socket.restored': { target: 'loading', reenter: true },
                    'lastKnown.over': { target: 'loading', reenter: true },
                  },
                  invoke: {
                    src: 'loadOpen',
                    onDone: { target: 'known', actions: [listed(), 'report'] },
                    onError: { target: 'missing', actions: failed('Ocorrências não carregadas.') },
                  },
                },
                missing: {
                  description: 'The list was never loaded: the panel shows only the problems that it detects itself.',
                  tags: 'error',
                  on: {
                    'incidents.reload': 'loading',
                    'socket.restored': 'loading',
                    'server.restored': 'loading',
                    'lastKnown.over': 'loading',
                  },
                },
                known: {
                  description: 'A loaded list stays and is updated by events, even if loading it again fails.',
                  tags: 'known',
                  initial: 'current',
                  on: {
                    'incidents.changed': { actions: [changed, 'report'] },
                    'incidents.reload': '.reloading',
                    'socket.restored': '.reloading',
                    'lastKnown.over': '.reloading',
                  },
                  states: {
                    current: {},
                    reloading: {
                      entry: 'beginList',
                      invoke: {
                        src: 'loadOpen',
                        onDone: { target: 'current', actions: [listed(), 'report'] },
                        onError: { target: 'failed', actions: failed('Ocorrências não carregadas.') },
                      },
                    },
                    failed: { tags: 'error', on: { 'server.restored': 'reloading' } },
                  },
                },
              },
            },
            claims: {
              description: 'Sends one claim after the other; the server decides who was first (INC-3).',
              initial: 'idle',
              on: {
                'incident.claim': [
                  { guard: { type: 'isClaimed', params: ({ event }) => event } },
                  { actions: { type: 'expectClaim', params: ({ event }) => event } },
                ],
              },
              states: {
                idle: { always: { guard: 'hasClaims', target: 'asked' } },
                asked: {
                  invoke: {
                    src: 'claim',
                    input: ({ context }) => ({ id: firstClaim(context) }),
                    onDone: {
                      target: 'idle',
                      actions: [
                        { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
                        'endClaim',
                        'report',
                      ],
                    },
                    onError: {
                      target: 'idle',
                      actions: [
                        failed('Ocorrência não assumida.'),
                        { type: 'noteRefusal', params: ({ event }) => callFailureOf(event.error) },
                        'endClaim',
                      ],
                    },
                  },
                  after: {
                    claimTimeout: {
                      target: 'idle',
                      actions: [
                        { type: 'noteRefusal', params: { message: 'O servidor não respondeu. Tente novamente.' } },
                        'endClaim',
                      ],
                    },
                  },
                },
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
            page: {
              description: 'The page of one incident, while it is shown.',
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
          },
        },
      },
    },
    hint: {
      description: 'The expectation before the server has answered: the answer stored at the last page load.',
      initial: 'recalling',
      states: {
        recalling: { always: [{ guard: 'hadNone', target: 'none' }, { target: 'some' }] },
        none: { tags: 'unexpected' },
        some: {},
      },
    },
    line: {
      description: 'An idle panel must show new incidents: without the live connection, the list is loaded repeatedly.',
      initial: 'heard',
      states: {
        heard: { on: { 'socket.lost': 'unheard' } },
        unheard: {
          on: { 'socket.restored': 'heard' },
          after: { unheard: { target: 'unheard', reenter: true, actions: raise({ type: 'incidents.reload' }) } },
        },
      },
    },
  },
})

function listed() {
  return {
    type: 'takeList',
    params: ({ event }: { event: { output: Incident[] } }) => ({ loaded: event.output }),
  } as const
}

function pastPage({ event }: { event: { output: PastIncidents } }) {
  return { page: event.output }
}

function pastTaken() {
  return { type: 'takePast', params: pastPage } as const
}

function firstClaim({ claims: [first = ''] }: IncidentsContext): string {
  return first
}
