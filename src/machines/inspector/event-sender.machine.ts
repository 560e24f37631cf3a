import { assign, setup } from 'xstate'
import type { Outcome } from '../../inspector/recording/recording.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** An event that an actor may be sent. */
export interface ChosenEvent {
  actorId: string
  eventType: string
}

/** What a person needs to write its payload. */
export interface Draft {
  text: string
  /** The fields in a line: `{ at: número }`; null where they are not known. */
  sketch: string | null
  /** What the event is for, in the chart's own words. */
  comment: string
}

/** What is wrong with a payload, and where. */
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
  /** Of the last one that was refused; to be shown while it is. */
  problems: readonly PayloadProblem[]
  /** How the last one was taken. */
  sent: { seq: number; outcome: Outcome } | null
}

export type SenderEvent =
  | ({ type: 'sender.choose' } & ChosenEvent)
  | { type: 'sender.edit'; text: string }
  | { type: 'sender.send' }
  | { type: 'sender.close' }

const none: ChosenEvent = { actorId: '', eventType: '' }
const blank: Draft = { text: '{}', sketch: null, comment: '' }

/** Sends an actor an event that its states take, once the payload is what the event asks for (INS-1). */
export const eventSenderMachine = setup({
  types: {} as { context: SenderContext; events: SenderEvent; tags: 'open' | 'busy' | 'refused' | 'sent' },
  actors: {
    /** Finds out what the event asks for. */
    prepare: promiseNotProvided<Draft, ChosenEvent>('eventSender.prepare'),
    /** Checks the payload and sends the event; nothing is sent that does not fit. */
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
      problems: [{ path: '', text: error instanceof Error ? error.message : String(error) }],
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
