import { assertEvent, assign, or, setup } from 'xstate'
import type { PasswordAnswer, PasswordRefusal } from '../../services/profile/profile-api.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import {
  brokenRules,
  type EnteredPasswords,
  type PasswordField,
  type PasswordProblems,
  passwordRules,
  problemsAfterEdit,
  refusedFields,
} from './password-rules.ts'

/** Contains no password: passwords go from the event directly to the call. */
interface PasswordContext {
  problems: PasswordProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  /** Why the last change failed, as a text for the user. */
  failure: string | null
}

export type PasswordEvent =
  | ({ type: 'password.change' } & EnteredPasswords)
  | { type: 'password.edited'; field: PasswordField }
  /** The form is no longer on screen. */
  | { type: 'password.left' }

/** Changes the password of the user; the server ends the other sessions of that user (SHELL-5). */
export const passwordMachine = setup({
  types: {} as {
    context: PasswordContext
    events: PasswordEvent
    tags: 'busy' | 'error' | 'saved'
  },
  actors: {
    changePassword: promiseNotProvided<PasswordAnswer, { current: string; next: string }>('password.changePassword'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('password.logFailure'),
    noteBrokenRules: assign(({ context }, passwords: EnteredPasswords) => ({
      problems: brokenRules(passwords),
      refusals: context.refusals + 1,
    })),
    noteRefusal: assign(({ context }, { refusal }: { refusal: PasswordRefusal | null }) => ({
      problems: refusedFields(refusal ?? {}),
      refusals: context.refusals + 1,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error).message })),
    dropProblem: assign(({ context }, { field }: { field: PasswordField }) => ({
      problems: problemsAfterEdit(context.problems, field),
    })),
    clear: assign({ problems: {}, failure: null }),
  },
  guards: {
    isCurrentMissing: entering(passwordRules.isCurrentMissing),
    isNextTooShort: entering(passwordRules.isNextTooShort),
    isNextTooLong: entering(passwordRules.isNextTooLong),
    isNextUnchanged: entering(passwordRules.isNextUnchanged),
    isNotRepeated: entering(passwordRules.isNotRepeated),
    isRefused: (_, { refusal }: { refusal: PasswordRefusal | null }) => refusal !== null,
  },
}).createMachine({
  id: 'password',
  meta: { requirements: ['SHELL-5'] },
  context: { problems: {}, refusals: 0, failure: null },
  initial: 'asked',
  states: {
    asked: {
      description: 'The form waits for input; the substate is the result of the last attempt.',
      initial: 'untried',
      on: {
        'password.change': [
          {
            guard: or(['isCurrentMissing', 'isNextTooShort', 'isNextTooLong', 'isNextUnchanged', 'isNotRepeated']),
            target: '.refused',
            actions: ['clear', { type: 'noteBrokenRules', params: ({ event }) => event }],
          },
          { target: 'saving', actions: 'clear' },
        ],
        'password.left': { target: '.untried', actions: 'clear' },
      },
      states: {
        untried: {},
        refused: {
          on: { 'password.edited': { actions: { type: 'dropProblem', params: ({ event }) => event } } },
        },
        failed: { tags: 'error', on: { 'password.edited': { target: 'untried', actions: 'clear' } } },
        saved: { tags: 'saved', on: { 'password.edited': 'untried' } },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'changePassword',
        input: ({ event }) => {
          assertEvent(event, 'password.change')
          return { current: event.current, next: event.next }
        },
        onDone: [
          {
            guard: { type: 'isRefused', params: refusalOf },
            target: 'asked.refused',
            actions: { type: 'noteRefusal', params: refusalOf },
          },
          { target: 'asked.saved' },
        ],
        onError: {
          target: 'asked.failed',
          actions: [failed('Senha não alterada.'), { type: 'noteFailure', params: ({ event }) => event }],
        },
      },
    },
  },
})

function entering(isBroken: (entered: EnteredPasswords) => boolean) {
  return ({ event }: { event: PasswordEvent }) => event.type === 'password.change' && isBroken(event)
}

function refusalOf({ event: { output } }: { event: { output: PasswordAnswer } }) {
  return { refusal: output.kind === 'refused' ? output.fields : null }
}
