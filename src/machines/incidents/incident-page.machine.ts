import { assign, sendParent, setup } from 'xstate'
import type { Incident, IncidentStory } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentAction } from '../../../contract/wire/requests/incidents.ts'
import type { IncidentActionAnswer } from '../../services/incidents/incidents-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Actions with a dialog, because they need a text or a choice. */
export type AskedAction = 'hand-over' | 'comment' | 'silence' | 'close'

interface IncidentPageContext {
  id: string
  story: IncidentStory | null
  /** Why the story could not be loaded. */
  failure: CallFailure | null
  /** The action with the open dialog. */
  asked: AskedAction | null
  deed: IncidentAction
  /** Counts confirmations with missing input. */
  refusals: number
  /** Why the last action failed, or ''. */
  message: string
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

/** Event for the supervisor, which forwards it to all, this page too: the current version of the incident. */
export type IncidentPageReport = { type: 'incidents.changed'; incidents: readonly Incident[] }

type Answered = { answer: IncidentActionAnswer }

const answered = ({ event }: { event: { output: IncidentActionAnswer } }): Answered => ({ answer: event.output })
const changed = ({ event }: { event: { incidents: readonly Incident[] } }) => event
const confirmed = ({ event }: { event: { deed: IncidentAction } }) => event

/** The page of one incident: its story, loaded again at each change, and the actions of the user (INC-3, INC-4). */
export const incidentPageMachine = setup({
  types: {} as {
    context: IncidentPageContext
    events: IncidentPageEvent
    input: { id: string }
    tags: 'busy' | 'missing' | 'error' | 'asking' | 'acting'
  },
  actors: {
    loadStory: promiseNotProvided<IncidentStory, { id: string }>('incidentPage.loadStory'),
    act: promiseNotProvided<IncidentActionAnswer, { id: string; deed: IncidentAction }>('incidentPage.act'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('incidentPage.logFailure'),
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
        type: 'incidents.changed',
        incidents: [incidentOf(answer)],
      }),
    ),
  },
  guards: {
    isNews: ({ context }, { incidents }: { incidents: readonly Incident[] }) =>
      newest(context, incidents) !== undefined,
    isNone: (_, { error }: { error: unknown }) => [403, 404].includes(callFailureOf(error).status ?? 0),
    isFilled: (_, { deed }: { deed: IncidentAction }) => isFilled(deed),
    isAsked: ({ context }) => context.asked !== null,
  },
}).createMachine({
  id: 'incidentPage',
  meta: { requirements: ['INC-3', 'INC-4'] },
  context: ({ input }) => ({
    id: input.id,
    story: null,
    failure: null,
    asked: null,
    deed: { deed: 'claim' },
    refusals: 0,
    message: '',
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
              actions: { type: 'takeStory', params: ({ event }) => ({ story: event.output }) },
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
    deed: {
      description: 'The actions of the user; actions that need a text or a choice open a dialog first.',
      initial: 'idle',
      states: {
        idle: {
          on: {
            'action.do': { target: 'acting', actions: { type: 'noteAction', params: confirmed } },
            'action.ask': { target: 'asking', actions: { type: 'ask', params: ({ event }) => event } },
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
            onDone: {
              target: 'idle',
              actions: [
                { type: 'takeAnswer', params: answered },
                { type: 'report', params: answered },
              ],
            },
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
  },
})

function incidentOf(answer: IncidentActionAnswer): Incident {
  return answer.kind === 'done' ? answer.incident : answer.current
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
    case 'comment':
      return deed.text.trim() !== ''
    case 'silence':
      return deed.reason.trim() !== ''
    case 'close':
      return deed.word.trim() !== ''
    default:
      return true
  }
}
