import { assign, raise, sendParent, sendTo, setup } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentActionAnswer, Offer } from '../../services/incidents/incidents-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, guardNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopOrphans } from '../parts/stopped-actors.ts'
import { withChanged } from './incident-list.ts'
import type { incidentWorklistMachine } from './incident-worklist.machine.ts'
import type { reportMachine } from './report.machine.ts'

/** Timeout of 'Estou cuidando' on the server, in milliseconds; after it, the user may press again. */
const claimTimeoutMs = 30_000
/** How often the list is loaded without a live connection, or a silent server is asked again (LIVE-1), in ms. */
const unansweredMs = 15_000
/** The same while the page is hidden: the interval of the health checks (HEA-2), in ms. */
const unansweredHiddenMs = 2 * 60_000

interface IncidentsContext {
  /** The optional features of the server; none until it has answered. */
  offer: Offer
  /** Open incidents and recently closed ones; newest first. */
  incidents: readonly Incident[]
  /** Incidents that changed since the list was requested. */
  meanwhile: readonly Incident[]
  /** Ids of the incidents that the user claimed and the server has not confirmed, in their order. */
  claims: readonly string[]
  /** Why the last claim of an incident failed, by id. */
  refusals: Readonly<Record<string, string>>
}

export type IncidentsEvent =
  /** New versions of incidents, from the live connection or from the worklist. */
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  | { type: 'incidents.reload' }
  /** A person pressed 'Estou cuidando' in a list, for one incident or for several (DESK-1). */
  | { type: 'incidents.claim'; ids: readonly string[] }
  /** The worklist was opened, or left. */
  | { type: 'worklist.open' | 'worklist.close' }
  /** The form for a written occurrence was opened, or left. */
  | { type: 'report.open' | 'report.close' }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'page.shown' }
  | { type: 'server.restored' }
  /** Earlier data was shown: the server now answers and must be asked. */
  | { type: 'lastKnown.over' }

/** Event for the root: the server has incidents, in these versions. */
export type IncidentsReport = { type: 'incidents.known'; incidents: readonly Incident[] }

type Answered = { answer: IncidentActionAnswer }

const askedAgain = { target: 'unheard', reenter: true, actions: 'askAgain' } as const

const changed = {
  type: 'takeChanged',
  params: ({ event }: { event: { incidents: readonly Incident[] } }) => event,
} as const

/** The incidents, if the server has them: the open ones, and the claims of the user (INC). */
export const incidentsMachine = setup({
  types: {} as {
    context: IncidentsContext
    events: IncidentsEvent
    children: { worklist: 'worklist'; report: 'report' }
    tags: 'unknown' | 'absent' | 'unexpected' | 'present' | 'known' | 'error' | 'worklistBroken' | 'reportBroken'
  },
  actors: {
    askOffered: promiseNotProvided<Offer>('incidents.askOffered'),
    loadOpen: promiseNotProvided<Incident[]>('incidents.loadOpen'),
    claim: promiseNotProvided<IncidentActionAnswer, { id: string }>('incidents.claim'),
    worklist: machineNotProvided<typeof incidentWorklistMachine>(),
    report: machineNotProvided<typeof reportMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('incidents.logFailure'),
    /** Stores for the next page load whether the server has incidents. */
    keepHint: effectNotProvided<{ isOffered: boolean }>('incidents.keepHint'),
    takeOffer: assign((_, { offer }: { offer: Offer }) => ({ offer })),
    beginList: assign({ meanwhile: [] }),
    takeList: assign(({ context }, { loaded }: { loaded: readonly Incident[] }) => ({
      incidents: withChanged(loaded, context.meanwhile),
    })),
    takeChanged: assign(({ context }, { incidents }: { incidents: readonly Incident[] }) => ({
      incidents: withChanged(context.incidents, incidents),
      meanwhile: withChanged(context.meanwhile, incidents),
    })),
    report: sendParent(({ context: { incidents } }): IncidentsReport => ({ type: 'incidents.known', incidents })),
    expectClaims: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      claims: [...new Set([...context.claims, ...ids])],
      refusals: withRefusals(context, ids, ''),
    })),
    endClaim: assign(({ context }) => ({ claims: context.claims.slice(1) })),
    takeAnswer: assign(({ context }, { answer }: Answered) => {
      const answered = [answer.kind === 'done' ? answer.incident : answer.current]
      return {
        incidents: withChanged(context.incidents, answered),
        meanwhile: withChanged(context.meanwhile, answered),
        refusals: withRefusals(context, [firstClaim(context)], answer.kind === 'done' ? '' : answer.message),
      }
    }),
    noteRefusal: assign(({ context }, { message }: Pick<CallFailure, 'message'>) => ({
      refusals: withRefusals(context, [firstClaim(context)], message),
    })),
    askAgain: raise({ type: 'incidents.reload' }),
    forward: sendTo('worklist', ({ event }) => event),
    stopOrphans,
  },
  guards: {
    isOffered: (_, { incidents }: Offer) => incidents === true,
    /** Whether the server had no incidents when this browser last asked. */
    hadNone: guardNotProvided('incidents.hadNone'),
    /** Whether the page is visible. */
    isSeen: guardNotProvided('incidents.isSeen'),
    hasClaims: ({ context }) => context.claims.length > 0,
  },
  delays: { claimTimeout: claimTimeoutMs, unheard: unansweredMs, unheardHidden: unansweredHiddenMs },
}).createMachine({
  id: 'incidents',
  meta: { requirements: ['INC-1', 'INC-3', 'LIVE-1'] },
  context: { offer: {}, incidents: [], meanwhile: [], claims: [], refusals: {} },
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
                guard: { type: 'isOffered', params: ({ event }) => event.output },
                target: 'present',
                actions: [
                  { type: 'takeOffer', params: ({ event }) => ({ offer: event.output }) },
                  { type: 'keepHint', params: { isOffered: true } },
                ],
              },
              {
                target: 'absent',
                actions: [
                  { type: 'takeOffer', params: ({ event }) => ({ offer: event.output }) },
                  { type: 'keepHint', params: { isOffered: false } },
                ],
              },
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
          after: { unheard: { guard: 'isSeen', target: 'asking' }, unheardHidden: 'asking' },
          on: {
            'page.shown': 'asking',
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
                'incidents.claim': { actions: { type: 'expectClaims', params: ({ event }) => event } },
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
            worklist: {
              description: 'The worklist, while it is shown (DESK-1).',
              initial: 'closed',
              on: { 'worklist.open': '.open' },
              states: {
                closed: {},
                open: {
                  invoke: {
                    id: 'worklist',
                    src: 'worklist',
                    input: ({ context: { offer } }) => ({ hasDuty: offer.onDuty === true }),
                    onError: { target: 'broken', actions: [failed('A página de ocorrências falhou.'), 'stopOrphans'] },
                  },
                  on: {
                    'worklist.close': 'closed',
                    'incidents.changed': { actions: 'forward' },
                    'socket.restored': { actions: 'forward' },
                    'server.restored': { actions: 'forward' },
                  },
                },
                broken: {
                  description: 'The worklist crashed: opening it again starts a new one.',
                  tags: 'worklistBroken',
                  on: { 'worklist.close': 'closed' },
                },
              },
            },
            report: {
              description: 'The form for a written occurrence, while it is shown (BOOK-1).',
              initial: 'closed',
              on: { 'report.open': '.open' },
              states: {
                closed: {},
                open: {
                  invoke: {
                    id: 'report',
                    src: 'report',
                    onError: { target: 'broken', actions: failed('O registro de ocorrência falhou.') },
                  },
                  on: { 'report.close': 'closed' },
                },
                broken: {
                  description: 'The form crashed: opening it again starts a new one.',
                  tags: 'reportBroken',
                  on: { 'report.close': 'closed' },
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
          on: { 'socket.restored': 'heard', 'page.shown': askedAgain },
          after: { unheard: { ...askedAgain, guard: 'isSeen' }, unheardHidden: askedAgain },
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

function firstClaim({ claims: [first = ''] }: IncidentsContext): string {
  return first
}

/** The refusals with `message` for each of the incidents; '' is none. */
function withRefusals(
  { refusals }: IncidentsContext,
  ids: readonly string[],
  message: string,
): IncidentsContext['refusals'] {
  return { ...refusals, ...Object.fromEntries(ids.map((id) => [id, message])) }
}
