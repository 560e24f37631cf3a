import { assertEvent, assign, setup } from 'xstate'
import type { Handover, HandoverDraft } from '../../../contract/wire/answers/handovers.ts'
import type { HandoverAnswer, HandoverEntry, HandoverRefusal } from '../../services/handover/handover-api.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

export type HandoverField = keyof HandoverEntry

/** A problem of a field: a missing value, or the server's text. */
export type HandoverProblems = Readonly<Partial<Record<HandoverField, { code: 'missing' } | { text: string }>>>

/** Contains no password: it goes from the event directly to the call. */
interface HandoverContext {
  draft: HandoverDraft | null
  /** The handover in the accepted version. */
  given: Handover | null
  /** E-mail of the person who accepted, as typed; the computer offers them to sign in (DESK-5). */
  takerEmail: string
  /** The unsent note; it outlives the page. */
  note: string
  problems: HandoverProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  /** Why the last attempt failed, as a text for the user, or ''. */
  failure: string
}

export type HandoverEvent =
  | { type: 'handover.show' }
  | { type: 'handover.left' }
  | { type: 'handover.reload' }
  | ({ type: 'handover.accept' } & HandoverEntry)
  | { type: 'handover.noted'; note: string }
  | { type: 'handover.edited'; field: HandoverField }
  | { type: 'incidents.changed' }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }

const nothing = { draft: null, given: null, takerEmail: '', note: '', problems: {}, refusals: 0, failure: '' } as const

/** The shift handover: information for the next person, and that person's sign-in; ends no session (INC-7). */
export const handoverMachine = setup({
  types: {} as {
    context: HandoverContext
    events: HandoverEvent
    tags: 'loading' | 'error' | 'busy' | 'accepted'
  },
  actors: {
    loadDraft: promiseNotProvided<HandoverDraft>('handover.loadDraft'),
    readNote: promiseNotProvided<string>('handover.readNote'),
    /** At the end of the session, removes the data that this browser stores only for this person. */
    noteEnd: callbackNotProvided<HandoverEvent>('handover.noteEnd'),
    accept: promiseNotProvided<HandoverAnswer, HandoverEntry>('handover.accept'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('handover.logFailure'),
    keepNote: effectNotProvided<{ note: string }>('handover.keepNote'),
    noteTaker: assign((_, { email }: { email: string }) => ({ takerEmail: email.trim() })),
    takeNote: assign((_, { note }: { note: string }) => ({ note })),
    takeDraft: assign((_, { draft }: { draft: HandoverDraft }) => ({ draft })),
    takeGiven: assign((_, { given }: { given: Handover | null }) => ({ given })),
    noteMissing: assign(({ context }, entered: HandoverEntry) => ({
      problems: missingIn(entered),
      refusals: context.refusals + 1,
    })),
    noteRefusal: assign(({ context }, { fields }: { fields: HandoverRefusal }) => ({
      problems: refusedIn(fields),
      refusals: context.refusals + 1,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error).message })),
    dropProblem: assign(({ context }, { field }: { field: HandoverField }) => ({
      problems: { ...context.problems, [field]: undefined },
      failure: '',
    })),
    clear: assign({ problems: {}, failure: '' }),
    forgetAll: assign(nothing),
  },
  guards: {
    isMissing: (_, entered: HandoverEntry) => Object.keys(missingIn(entered)).length > 0,
    isRefused: (_, { answer }: { answer: HandoverAnswer }) => answer.kind === 'refused',
  },
}).createMachine({
  id: 'handover',
  meta: { requirements: ['INC-7', 'DESK-5'] },
  context: nothing,
  invoke: { src: 'noteEnd', onError: { actions: failed('O que não foi enviado não será apagado ao sair.') } },
  initial: 'closed',
  states: {
    closed: { on: { 'handover.show': 'open' } },
    open: {
      type: 'parallel',
      on: { 'handover.left': { target: 'closed', actions: 'forgetAll' } },
      states: {
        draft: {
          description: 'The information for the next person; loaded again whenever an incident changes.',
          initial: 'loading',
          on: { 'incidents.changed': '.loading', 'socket.restored': '.loading', 'handover.reload': '.loading' },
          states: {
            loading: {
              tags: 'loading',
              invoke: {
                src: 'loadDraft',
                onDone: {
                  target: 'current',
                  actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
                },
                onError: { target: 'failed', actions: failed('Passagem de turno não carregada.') },
              },
            },
            current: {},
            failed: { tags: 'error', on: { 'server.restored': 'loading' } },
          },
        },
        note: {
          description: 'The note of the person who leaves, stored until it is delivered or the session ends.',
          initial: 'reading',
          on: {
            'handover.noted': {
              target: '.known',
              actions: [
                { type: 'takeNote', params: ({ event }) => event },
                { type: 'keepNote', params: ({ event }) => event },
              ],
            },
          },
          states: {
            reading: {
              invoke: {
                src: 'readNote',
                onDone: {
                  target: 'known',
                  actions: { type: 'takeNote', params: ({ event }) => ({ note: event.output }) },
                },
                onError: { target: 'known', actions: failed('Recado guardado não lido.') },
              },
            },
            known: {},
          },
        },
        acceptance: {
          description: 'The next person enters their credentials.',
          initial: 'asked',
          states: {
            asked: {
              on: {
                'handover.accept': [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => event },
                    actions: ['clear', { type: 'noteMissing', params: ({ event }) => event }],
                  },
                  { target: 'sending', actions: ['clear', { type: 'noteTaker', params: ({ event }) => event }] },
                ],
                'handover.edited': { actions: { type: 'dropProblem', params: ({ event }) => event } },
              },
            },
            sending: {
              tags: 'busy',
              invoke: {
                src: 'accept',
                input: ({ event }) => {
                  assertEvent(event, 'handover.accept')
                  const { email, password, note } = event
                  return { email, password, note }
                },
                onDone: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => ({ answer: event.output }) },
                    target: 'asked',
                    actions: { type: 'noteRefusal', params: ({ event }) => ({ fields: fieldsOf(event.output) }) },
                  },
                  {
                    target: '#handover.accepted',
                    actions: [
                      { type: 'takeGiven', params: ({ event }) => ({ given: givenOf(event.output) }) },
                      { type: 'keepNote', params: { note: '' } },
                    ],
                  },
                ],
                onError: {
                  target: 'asked',
                  actions: [failed('Turno não passado.'), { type: 'noteFailure', params: ({ event }) => event }],
                },
              },
            },
          },
        },
      },
    },
    accepted: {
      description: 'Accepted: this version stays on screen for printing, and no more data is loaded.',
      tags: 'accepted',
      on: { 'handover.left': { target: 'closed', actions: 'forgetAll' } },
    },
  },
})

function missingIn({ email, password }: HandoverEntry): HandoverProblems {
  return {
    ...(email.trim() === '' && { email: { code: 'missing' } as const }),
    ...(password === '' && { password: { code: 'missing' } as const }),
  }
}

function refusedIn(fields: HandoverRefusal): HandoverProblems {
  return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, { text }]))
}

function fieldsOf(answer: HandoverAnswer): HandoverRefusal {
  return answer.kind === 'refused' ? answer.fields : {}
}

function givenOf(answer: HandoverAnswer): Handover | null {
  return answer.kind === 'given' ? answer.handover : null
}
