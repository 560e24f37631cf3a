import { and, assign, sendParent, setup, stateIn } from 'xstate'
import { wordsRule } from '../../../contract/fields/incident-words.ts'
import { isOpen } from '../../../contract/incidents/open-lives.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { IncidentStory } from '../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import type { IncidentAction } from '../../../contract/wire/requests/incidents.ts'
import type { IncidentActionAnswer } from '../../services/incidents/incidents-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Interval in ms at which the page asks who is present: the server sends no message when a person leaves (DESK-5). */
const presenceMs = 15_000

/** Actions with a dialog, because they need a text or a choice. */
export type AskedAction = 'hand-over' | 'silence' | 'close'

interface IncidentPageContext {
  id: string
  story: IncidentStory | null
  /** Why the story could not be loaded. */
  failure: CallFailure | null
  /** The action with the open dialog. */
  asked: AskedAction | null
  deed: IncidentAction
  /** Counts confirmations and comments with missing input. */
  refusals: number
  /** Why the last action failed, or ''. */
  message: string
  /** The unsent comment. */
  comment: string
  /** The last events of the device or condominium, newest first; null until loaded. */
  events: readonly FoundEvent[] | null
}

export type IncidentPageEvent =
  | { type: 'story.reload' }
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** An action without a dialog. */
  | { type: 'action.do'; deed: IncidentAction }
  | { type: 'action.ask'; asked: AskedAction }
  | { type: 'action.confirm'; deed: IncidentAction }
  | { type: 'action.drop' }
  | { type: 'comment.typed'; comment: string }
  | { type: 'comment.send' }
  /** There may be new events. */
  | { type: 'events.reload' }

/** Event for the worklist, which passes it on: the current version of the incident. */
export type IncidentPageReport = { type: 'incident.answered'; incidents: readonly Incident[] }

type Answered = { answer: IncidentActionAnswer }

const answered = ({ event }: { event: { output: IncidentActionAnswer } }): Answered => ({ answer: event.output })
const changed = ({ event }: { event: { incidents: readonly Incident[] } }) => event
const typed = ({ context, event }: { context: IncidentPageContext; event: { comment: string } }) => ({
  id: context.id,
  comment: event.comment,
})
const loaded = ({ event }: { event: { output: IncidentStory } }) => ({ story: event.output })
const sent = ({ context }: { context: IncidentPageContext }) => ({ id: context.id, comment: '' })
const taken = [
  { type: 'takeAnswer', params: answered },
  { type: 'report', params: answered },
] as const
const confirmed = ({ event }: { event: { deed: IncidentAction } }) => event

/** An open incident: its story, loaded again at each change, its events, and the actions of the user (INC-3, DESK-2). */
export const incidentPageMachine = setup({
  types: {} as {
    context: IncidentPageContext
    events: IncidentPageEvent
    input: { id: string }
    tags: 'busy' | 'missing' | 'error' | 'asking' | 'acting' | 'eventsError'
  },
  actors: {
    loadStory: promiseNotProvided<IncidentStory, { id: string }>('incidentPage.loadStory'),
    loadPresence: promiseNotProvided<IncidentStory, { id: string }>('incidentPage.loadPresence'),
    act: promiseNotProvided<IncidentActionAnswer, { id: string; deed: IncidentAction }>('incidentPage.act'),
    readComment: promiseNotProvided<string, { id: string }>('incidentPage.readComment'),
    loadEvents: promiseNotProvided<FoundEvent[], { choice: EventFilter }>('incidentPage.loadEvents'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('incidentPage.logFailure'),
    keepComment: effectNotProvided<{ id: string; comment: string }>('incidentPage.keepComment'),
    takeComment: assign((_, { comment }: { comment: string }) => ({ comment, refusals: 0 })),
    noteComment: assign(({ context }) => ({ deed: { deed: 'comment', text: context.comment } as const, message: '' })),
    takeEvents: assign((_, { events }: { events: readonly FoundEvent[] }) => ({ events })),
    takeStory: assign((_, { story }: { story: IncidentStory }) => ({ story, failure: null })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    takeChanged: assign(({ context }, { incidents }: { incidents: readonly Incident[] }) => ({
      story: withIncident(context, newest(context, incidents)),
    })),
    ask: assign((_, { asked }: { asked: AskedAction }) => ({ asked, refusals: 0, message: '' })),
    drop: assign({ asked: null, message: '' }),
    refuse: assign({ refusals: ({ context }) => context.refusals + 1 }),
    noteAction: assign((_, { deed }: { deed: IncidentAction }) => ({ deed, message: '' })),
    takeAnswer: assign((_, { answer }: Answered) => ({
      asked: null,
      message: answer.kind === 'late' ? answer.message : '',
    })),
    noteMessage: assign((_, { error }: { error: unknown }) => ({ message: callFailureOf(error).message })),
    report: sendParent(
      (_, { answer }: Answered): IncidentPageReport => ({
        type: 'incident.answered',
        incidents: [incidentOf(answer)],
      }),
    ),
  },
  guards: {
    isNews: ({ context }, { incidents }: { incidents: readonly Incident[] }) =>
      newest(context, incidents) !== undefined,
    /** Whether the page is visible. */
    isSeen: guardNotProvided('incidentPage.isSeen'),
    isOpen: ({ context }) => context.story !== null && isOpen(context.story.incident),
    isPresenceShown: and([stateIn({ story: 'told' }), 'isOpen', 'isSeen']),
    isCurrent: ({ context }, { story }: { story: IncidentStory }) =>
      story.incident.version >= (context.story?.incident.version ?? 0),
    isNone: (_, { error }: { error: unknown }) => [403, 404].includes(callFailureOf(error).status ?? 0),
    isFilled: (_, { deed }: { deed: IncidentAction }) => isFilled(deed),
    isAsked: ({ context }) => context.asked !== null,
    hasComment: ({ context }) => wordsRule(context.comment) === undefined,
    isCommentSent: ({ context }, { answer }: Answered) => context.deed.deed === 'comment' && answer.kind === 'done',
    isPlaced: ({ context }) => context.story !== null && context.story.incident.condominiumId !== null,
  },
  delays: { presenceAge: presenceMs },
}).createMachine({
  id: 'incidentPage',
  meta: { requirements: ['INC-3', 'INC-4', 'DESK-2', 'DESK-5'] },
  context: ({ input }) => ({
    id: input.id,
    story: null,
    failure: null,
    asked: null,
    deed: { deed: 'claim' },
    refusals: 0,
    message: '',
    comment: '',
    events: null,
  }),
  type: 'parallel',
  states: {
    story: {
      description: 'The history of the incident: automatic changes and actions of people.',
      initial: 'loading',
      on: {
        'incidents.changed': {
          guard: { type: 'isNews', params: changed },
          target: '.loading',
          actions: { type: 'takeChanged', params: changed },
        },
        'socket.restored': '.loading',
        'story.reload': '.loading',
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            src: 'loadStory',
            input: ({ context: { id } }) => ({ id }),
            onDone: {
              target: 'told',
              actions: { type: 'takeStory', params: loaded },
            },
            onError: [
              {
                guard: { type: 'isNone', params: ({ event }) => event },
                target: 'missing',
                actions: [failed('Ocorrência recusada.'), { type: 'noteFailure', params: ({ event }) => event }],
              },
              {
                target: 'failed',
                actions: [failed('Ocorrência não carregada.'), { type: 'noteFailure', params: ({ event }) => event }],
              },
            ],
          },
        },
        told: {},
        missing: { description: 'The incident does not exist, or the user may not see it.', tags: 'missing' },
        failed: { tags: 'error', on: { 'server.restored': 'loading' } },
      },
    },
    presence: {
      description: 'Which people are present, for taking over and handing over.',
      initial: 'known',
      states: {
        known: {
          after: {
            presenceAge: [
              { guard: 'isPresenceShown', target: 'asking' },
              { target: 'known', reenter: true },
            ],
          },
        },
        asking: {
          invoke: {
            src: 'loadPresence',
            input: ({ context: { id } }) => ({ id }),
            onDone: [
              {
                guard: { type: 'isCurrent', params: loaded },
                target: 'known',
                actions: { type: 'takeStory', params: loaded },
              },
              { target: 'known' },
            ],
            onError: { target: 'known', actions: failed('Presença não carregada.') },
          },
        },
      },
    },
    deed: {
      description: 'The actions of the user; actions that need a text or a choice open a dialog first.',
      initial: 'idle',
      states: {
        idle: {
          on: {
            'action.do': { target: 'acting', actions: { type: 'noteAction', params: confirmed } },
            'action.ask': { target: 'asking', actions: { type: 'ask', params: ({ event }) => event } },
            'comment.send': [{ guard: 'hasComment', target: 'acting', actions: 'noteComment' }, { actions: 'refuse' }],
          },
        },
        asking: {
          tags: 'asking',
          on: {
            'action.confirm': [
              {
                guard: { type: 'isFilled', params: confirmed },
                target: 'acting',
                actions: { type: 'noteAction', params: confirmed },
              },
              { actions: 'refuse' },
            ],
            'action.drop': { target: 'idle', actions: 'drop' },
          },
        },
        acting: {
          description: 'A sent action cannot be cancelled: the dialog stays open until the server has answered.',
          tags: 'acting',
          invoke: {
            src: 'act',
            input: ({ context: { id, deed } }) => ({ id, deed }),
            onDone: [
              {
                guard: { type: 'isCommentSent', params: answered },
                target: 'idle',
                actions: [...taken, { type: 'takeComment', params: sent }, { type: 'keepComment', params: sent }],
              },
              { target: 'idle', actions: taken },
            ],
            onError: [
              {
                guard: 'isAsked',
                target: 'asking',
                actions: [failed('Ocorrência não alterada.'), { type: 'noteMessage', params: ({ event }) => event }],
              },
              {
                target: 'idle',
                actions: [failed('Ocorrência não alterada.'), { type: 'noteMessage', params: ({ event }) => event }],
              },
            ],
          },
        },
      },
    },
    comment: {
      description: 'The unsent comment of the person in this browser, stored until it is sent or the session ends.',
      initial: 'reading',
      on: {
        'comment.typed': {
          target: '.known',
          actions: [
            { type: 'takeComment', params: typed },
            { type: 'keepComment', params: typed },
          ],
        },
      },
      states: {
        reading: {
          invoke: {
            src: 'readComment',
            input: ({ context: { id } }) => ({ id }),
            onDone: {
              target: 'known',
              actions: { type: 'takeComment', params: ({ event }) => ({ comment: event.output }) },
            },
            onError: { target: 'known', actions: failed('Comentário guardado não lido.') },
          },
        },
        known: {},
      },
    },
    events: {
      description: 'The last events of the device or, for several devices, of the condominium.',
      initial: 'awaited',
      states: {
        awaited: {
          description: 'Until the story is known; an incident of many condominiums has no events.',
          always: { guard: 'isPlaced', target: 'loading' },
        },
        loading: {
          // The answer under way may lack the newest events.
          on: {
            'events.reload': { target: 'loading', reenter: true },
            'socket.restored': { target: 'loading', reenter: true },
          },
          invoke: {
            src: 'loadEvents',
            input: ({ context }) => ({ choice: eventChoiceOf(context) }),
            onDone: {
              target: 'known',
              actions: { type: 'takeEvents', params: ({ event }) => ({ events: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Eventos da ocorrência não carregados.') },
          },
        },
        known: { on: { 'events.reload': 'loading', 'socket.restored': 'loading' } },
        failed: { tags: 'eventsError', on: { 'events.reload': 'loading', 'server.restored': 'loading' } },
      },
    },
  },
})

function incidentOf(answer: IncidentActionAnswer): Incident {
  return answer.kind === 'done' ? answer.incident : answer.current
}

function eventChoiceOf({ story }: IncidentPageContext): EventFilter {
  const { condominiumId, wordCode } = story?.incident ?? { condominiumId: null, wordCode: '' }
  return { ...(condominiumId !== null && { condominiumId }), ...(wordCode !== '' && { wordCode }) }
}

function newest({ id, story }: IncidentPageContext, incidents: readonly Incident[]): Incident | undefined {
  return incidents.findLast((each) => each.id === id && each.version > (story?.incident.version ?? -1))
}

function withIncident({ story }: IncidentPageContext, incident: Incident | undefined): IncidentStory | null {
  return story === null || incident === undefined ? story : { ...story, incident }
}

function isFilled(deed: IncidentAction): boolean {
  switch (deed.deed) {
    case 'hand-over':
      return deed.to !== ''
    case 'silence':
      return wordsRule(deed.reason) === undefined
    case 'close':
      return [deed.word, deed.unmetReason ?? deed.word].every((text) => wordsRule(text) === undefined)
    default:
      return true
  }
}
