import { assertEvent, assign, setup } from 'xstate'
import type { SecondFactor, SecondFactorOffer } from '../../../contract/wire/routes/second-factor.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { proofMachine } from '../parts/proof.machine.ts'

interface SecondFactorContext {
  factor: SecondFactor | null
  /** The offered secret, which the user adds to the authenticator. Null after a code confirmed the secret. */
  offer: SecondFactorOffer | null
  /** The recovery codes; the page shows them once. */
  recoveryCodes: readonly string[]
  /** A text for the user: why the last step failed. */
  failure: string | null
}

export type SecondFactorEvent =
  | { type: 'factor.want' }
  | { type: 'factor.begin' }
  | { type: 'factor.confirm'; code: string }
  /** The user confirms that they have stored the recovery codes. */
  | { type: 'factor.kept' }
  | { type: 'factor.remove'; code: string }
  /** The user cancelled the setup, or left the page. */
  | { type: 'factor.left' }

const refuse = { type: 'noteFailure', params: ({ event }: { event: { error: unknown } }) => event } as const

/**
 * Manages the user's own second factor: the setup with a secret and a code, the recovery codes, and the removal
 * (SES-12).
 */
export const secondFactorMachine = setup({
  types: {} as {
    context: SecondFactorContext
    events: SecondFactorEvent
    children: { proof: 'proof' }
    tags: 'unknown' | 'absent' | 'error' | 'busy' | 'off' | 'offered' | 'codes' | 'on'
  },
  actors: {
    /** Resolves to null if the server does not support second factors. */
    load: promiseNotProvided<SecondFactor | null>('secondFactor.load'),
    offer: promiseNotProvided<SecondFactorOffer>('secondFactor.offer'),
    confirm: promiseNotProvided<string[], { code: string }>('secondFactor.confirm'),
    proof: proofMachine,
    remove: promiseNotProvided<void, { code: string }>('secondFactor.remove'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('secondFactor.logFailure'),
    takeFactor: assign((_, { factor }: { factor: SecondFactor | null }) => ({ factor })),
    takeOffer: assign((_, { offer }: { offer: SecondFactorOffer }) => ({ offer })),
    takeCodes: assign((_, { recoveryCodes }: { recoveryCodes: readonly string[] }) => ({ recoveryCodes, offer: null })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error).message })),
    forgetFailure: assign({ failure: null }),
    forget: assign({ offer: null, recoveryCodes: [], failure: null }),
  },
  guards: {
    isAbsent: (_, { factor }: { factor: SecondFactor | null }) => factor === null,
    isSet: (_, { factor }: { factor: SecondFactor | null }) => factor?.setAt != null,
  },
}).createMachine({
  id: 'secondFactor',
  meta: { requirements: ['SES-12'] },
  context: { factor: null, offer: null, recoveryCodes: [], failure: null },
  initial: 'unasked',
  states: {
    unasked: { tags: 'unknown', on: { 'factor.want': 'loading' } },
    loading: {
      tags: 'unknown',
      entry: 'forget',
      on: { 'factor.want': { target: 'loading', reenter: true } },
      invoke: {
        src: 'load',
        onDone: [
          { guard: { type: 'isAbsent', params: loaded }, target: 'absent' },
          { guard: { type: 'isSet', params: loaded }, target: 'on', actions: { type: 'takeFactor', params: loaded } },
          { target: 'off', actions: { type: 'takeFactor', params: loaded } },
        ],
        onError: { target: 'failed', actions: failed('Verificação em duas etapas não carregada.') },
      },
    },
    absent: { description: 'The server has no second factors.', tags: 'absent' },
    failed: { tags: 'error', on: { 'factor.want': 'loading' } },
    off: {
      tags: 'off',
      on: {
        'factor.want': 'loading',
        'factor.begin': { target: 'offering', actions: 'forgetFailure' },
        'factor.left': { actions: 'forget' },
      },
    },
    offering: {
      tags: ['off', 'busy'],
      description: 'The server may need the password of the user first: `proof` asks for it.',
      invoke: [
        {
          src: 'offer',
          onDone: {
            target: 'offered',
            actions: { type: 'takeOffer', params: ({ event }) => ({ offer: event.output }) },
          },
          onError: { target: 'off', actions: [failed('Segredo não criado.'), refuse] },
        },
        { id: 'proof', src: 'proof', onError: { actions: failed('A pergunta pela senha falhou.') } },
      ],
      on: { 'factor.left': 'off' },
    },
    offered: {
      description: 'The user adds the secret to the authenticator, and enters a code of it.',
      tags: 'offered',
      on: {
        'factor.confirm': { target: 'confirming', actions: 'forgetFailure' },
        'factor.left': { target: 'off', actions: 'forget' },
      },
    },
    confirming: {
      description: 'Goes on if the page is left: the answer has the recovery codes.',
      tags: ['offered', 'busy'],
      invoke: {
        src: 'confirm',
        input: entered,
        onDone: {
          target: 'codes',
          actions: { type: 'takeCodes', params: ({ event }) => ({ recoveryCodes: event.output }) },
        },
        onError: { target: 'offered', actions: [failed('Segunda etapa não ativada.'), refuse] },
      },
    },
    codes: {
      description: 'Shows the recovery codes until the user has kept them, also after the page was left.',
      tags: 'codes',
      on: { 'factor.kept': 'loading' },
    },
    on: {
      tags: 'on',
      on: {
        'factor.want': 'loading',
        'factor.remove': { target: 'removing', actions: 'forgetFailure' },
        'factor.left': { actions: 'forget' },
      },
    },
    removing: {
      tags: ['on', 'busy'],
      invoke: {
        src: 'remove',
        input: entered,
        onDone: 'loading',
        onError: { target: 'on', actions: [failed('Segunda etapa não desativada.'), refuse] },
      },
    },
  },
})

function entered({ event }: { event: SecondFactorEvent }) {
  assertEvent(event, ['factor.confirm', 'factor.remove'])
  return { code: event.code }
}

function loaded({ event }: { event: { output: SecondFactor | null } }) {
  return { factor: event.output }
}
