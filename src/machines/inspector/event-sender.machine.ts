import { assign, setup } from 'xstate'
import type { Outcome } from '../../inspector/recording/recording.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** An event that may be sent to an actor. */
export interface ChosenEvent {
  actorId: string
  eventType: string
}

/** The information for writing the payload of an event. */
export interface Draft {
  text: string
  /** The fields in one line: `{ at: número }`; null if the fields are unknown. */
  sketch: string | null
  /** The comment of the event in its chart. */
  comment: string
}

/** An error in a payload, and its path. */
export interface PayloadProblem {
  path: string
  text: string
}

export type SendAnswer =
  | { kind: 'sent'; seq: number; outcome: Outcome }
  | { kind: 'refused'; problems: readonly PayloadProblem[] }

interface SenderContext {
  chosen: ChosenEvent
  draft: Draft
  /** Problems of the last refused payload; shown while this machine is in the state `refused`. */
  problems: readonly PayloadProblem[]
  /** The result of the last sent event. */
  sent: { seq: number; outcome: Outcome } | null
}

export type SenderEvent =
  | ({ type: 'sender.choose' } & ChosenEvent)
  | { type: 'sender.edit'; text: string }
  | { type: 'sender.send' }
  | { type: 'sender.close' }

const none: ChosenEvent = { actorId: '', eventType: '' }
const blank: Draft = { text: '{}', sketch: null, comment: '' }

/** Sends an actor an event that its current states accept, if the payload fits the event (INS-1). */
export const eventSenderMachine = setup({
  types: {} as { context: SenderContext; events: SenderEvent; tags: 'open' | 'busy' | 'refused' | 'sent' },
  actors: {
    /** Finds the fields of the event. */
    prepare: promiseNotProvided<Draft, ChosenEvent>('eventSender.prepare'),
    /** Checks the payload and sends the event; an invalid payload is not sent. */
    send: promiseNotProvided<SendAnswer, ChosenEvent & { text: string }>('eventSender.send'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('eventSender.logFailure'),
    choose: assign((_, { actorId, eventType }: ChosenEvent) => ({
      chosen: { actorId, eventType },
      draft: blank,
    })),
    takeDraft: assign((_, { draft }: { draft: Draft }) => ({ draft })),
    edit: assign(({ context: { draft } }, { text }: { text: string }) => ({ draft: { ...draft, text } })),
    noteSent: assign((_, { answer }: { answer: SendAnswer }) =>
      answer.kind === 'sent' ? { sent: { seq: answer.seq, outcome: answer.outcome } } : {},
    ),
    noteProblems: assign((_, { answer }: { answer: SendAnswer }) =>
      answer.kind === 'refused' ? { problems: answer.problems } : {},
    ),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      problems: [{ path: '', text: errorText(error) }],
    })),
  },
  guards: { isSent: (_, { answer }: { answer: SendAnswer }) => answer.kind === 'sent' },
}).createMachine({
  id: 'eventSender',
  meta: { requirements: ['INS-1'] },
  context: { chosen: none, draft: blank, problems: [], sent: null },
  initial: 'closed',
  on: {
    'sender.choose': { target: '.preparing', actions: { type: 'choose', params: ({ event }) => event } },
    'sender.close': '.closed',
  },
  states: {
    closed: {},
    preparing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'prepare',
        input: ({ context: { chosen } }) => chosen,
        onDone: {
          target: 'editing',
          actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: {
          target: 'editing.refused',
          actions: [{ type: 'noteFailure', params: ({ event }) => event }, failed('Campos do evento não encontrados.')],
        },
      },
    },
    editing: {
      tags: 'open',
      initial: 'fresh',
      on: {
        'sender.edit': { target: '.fresh', actions: { type: 'edit', params: ({ event }) => event } },
        'sender.send': 'sending',
      },
      states: {
        fresh: {},
        refused: { tags: 'refused' },
        sent: { tags: 'sent' },
      },
    },
    sending: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'send',
        input: ({ context: { chosen, draft } }) => ({ ...chosen, text: draft.text }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => ({ answer: event.output }) },
            target: 'editing.sent',
            actions: { type: 'noteSent', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'editing.refused',
            actions: { type: 'noteProblems', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
        onError: {
          target: 'editing.refused',
          actions: [{ type: 'noteFailure', params: ({ event }) => event }, failed('Evento não enviado.')],
        },
      },
    },
  },
})
