import { assertEvent, assign, raise, sendParent, sendTo, setup } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentActionAnswer } from '../../services/incidents/incidents-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, guardNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopChildrenOf } from '../parts/stopped-actors.ts'
import { withChanged } from './incident-list.ts'
import type { incidentPageMachine } from './incident-page.machine.ts'

/** How long the server may take over 'Estou cuidando' before another press counts, in milliseconds. */
const claimTimeoutMs = 30_000
/** How often the list is asked for while the live connection is lost or did not come up, as is the server itself (LIVE-1). */
const unheardMs = 15_000

export interface PastIncidents {
  incidents: Incident[]
  /** For the next page, or null on the last. */
  nextCursor: string | null
}

interface IncidentsContext {
  /** Open ones, and those that were over lately; newest first. */
  incidents: readonly Incident[]
  /** What has changed since the list was asked for. */
  meanwhile: readonly Incident[]
  /** Those that somebody has said to be on and the server has not confirmed, in their order. */
  claims: readonly string[]
  /** Why the last of them came to nothing. */
  refusal: { id: string; message: string } | null
  /** Those of one condominium that are over, or of all, newest first, as far back as somebody has asked. */
  past: readonly Incident[]
  pastOf: string | null
  cursor: string | null
}

export type IncidentsEvent =
  /** How some stand, told over the live connection or by the page of one. */
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  | { type: 'incidents.reload' }
  /** 'Estou cuidando', in a list. */
  | { type: 'incident.claim'; id: string }
  /** Somebody looks at those that are over. */
  | { type: 'past.show'; condominiumId: string | null }
  | { type: 'past.more' }
  /** The page of one is shown, or was left. */
  | { type: 'incident.open'; id: string }
  | { type: 'incident.close' }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** What was shown was of before: the server is there to be asked. */
  | { type: 'lastKnown.over' }

/** What it tells the root: the server has incidents, and how they stand. */
export type IncidentsReport = { type: 'incidents.known'; incidents: readonly Incident[] }

type Answered = { answer: IncidentActionAnswer }

const changed = {
  type: 'takeChanged',
  params: ({ event }: { event: { incidents: readonly Incident[] } }) => event,
} as const

/** What is wrong, one thing at a time, where the server tells it so: the list, who is on what, those that are over (INC). */
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
    /** Whether the server has incidents at all. */
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
    /** Keeps for the next load whether the server has any. */
    keepHint: effectNotProvided<{ isOffered: boolean }>('incidents.keepHint'),
    beginList: assign({ meanwhile: [] }),
    takeList: assign(({ context }, { loaded }: { loaded: readonly Incident[] }) => ({
      incidents: withChanged(loaded, context.meanwhile),
    })),
    takeChanged: assign(({ context }, { incidents }: { incidents: readonly Incident[] }) => ({
      incidents: withChanged(context.incidents, incidents),
      meanwhile: withChanged(context.meanwhile, incidents),
    })),
    tell: sendParent(({ context: { incidents } }): IncidentsReport => ({ type: 'incidents.known', incidents })),
    expectClaim: assign(({ context }, { id }: { id: string }) => ({ claims: [...context.claims, id], refusal: null })),
    endClaim: assign(({ context }) => ({ claims: context.claims.slice(1) })),
    takeAnswer: assign(({ context }, { answer }: Answered) => {
      const told = [answer.kind === 'done' ? answer.incident : answer.current]
      return {
        incidents: withChanged(context.incidents, told),
        meanwhile: withChanged(context.meanwhile, told),
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
    /** XState leaves the children of a page that has crashed running. */
    stopOrphans: ({ self }) => stopChildrenOf(self.getSnapshot().children.page),
  },
  guards: {
    isOffered: (_, { isOffered }: { isOffered: boolean }) => isOffered,
    /** Whether the server had none when this browser asked last. */
    hadNone: guardNotProvided('incidents.hadNone'),
    hasClaims: ({ context }) => context.claims.length > 0,
    isClaimed: ({ context }, { id }: { id: string }) => context.claims.includes(id),
    isLast: (_, { page }: { page: PastIncidents }) => page.nextCursor === null,
  },
  delays: { claimTimeout: claimTimeoutMs, unheard: unheardMs },
}).createMachine({
  id: 'incidents',
  meta: { requirements: ['INC-1', 'INC-3', 'LIVE-1'] },
  context: { incidents: [], meanwhile: [], claims: [], refusal: null, past: [], pastOf: null, cursor: null },
  type: 'parallel',
  states: {
    offer: {
      description: 'Whether the server has incidents, and what is told of them.',
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
          description: 'This server has none: nothing of them is shown, and nobody asks again.',
          tags: 'absent',
        },
        unanswered: {
          description: 'Nobody knows yet whether there are any: all is as without them until the server can be asked.',
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
              description: 'How they stand: asked once, and told from then on; of two words the newer.',
              initial: 'loading',
              states: {
                loading: {
                  description: 'Nobody knows of any yet.',
                  tags: 'unknown',
                  entry: 'beginList',
                  on: {
                    'incidents.changed': { actions: changed },
                    'socket.restored': { target: 'loading', reenter: true },
                    'lastKnown.over': { target: 'loading', reenter: true },
                  },
                  invoke: {
                    src: 'loadOpen',
                    onDone: { target: 'known', actions: [listed(), 'tell'] },
                    onError: { target: 'missing', actions: failed('Ocorrências não carregadas.') },
                  },
                },
                missing: {
                  description: 'None was ever listed: what the panel sees by itself is all there is.',
                  tags: 'error',
                  on: {
                    'incidents.reload': 'loading',
                    'socket.restored': 'loading',
                    'server.restored': 'loading',
                    'lastKnown.over': 'loading',
                  },
                },
                known: {
                  description:
                    'What was listed once stays, and goes on being told, also while the list cannot be had anew.',
                  tags: 'known',
                  initial: 'current',
                  on: {
                    'incidents.changed': { actions: [changed, 'tell'] },
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
                        onDone: { target: 'current', actions: [listed(), 'tell'] },
                        onError: { target: 'failed', actions: failed('Ocorrências não carregadas.') },
                      },
                    },
                    failed: { tags: 'error', on: { 'server.restored': 'reloading' } },
                  },
                },
              },
            },
            claims: {
              description: 'Who presses first has it; the server says who was (INC-3). One after the other.',
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
                        'tell',
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
              description: 'Those that are over, page after page, from when somebody wants to see them.',
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
                ended: { description: 'There is nothing further back.', tags: 'pastEnd' },
                failed: { tags: 'pastError', on: { 'past.more': 'loading', 'server.restored': 'loading' } },
              },
            },
            page: {
              description: 'The page of one, for as long as it is shown.',
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
                  description: 'The page itself has failed: opening it again makes another one.',
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
      description: 'What to expect of the server until it has been asked: what it said when this page was loaded last.',
      initial: 'recalling',
      states: {
        recalling: { always: [{ guard: 'hadNone', target: 'none' }, { target: 'some' }] },
        none: { tags: 'unexpected' },
        some: {},
      },
    },
    line: {
      description: 'Nobody has to touch a panel for what is wrong to be on it: what is not told is asked for.',
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
