import { assign, setup } from 'xstate'
import type { Verdict } from '../../../contract/evidence/verify-evidence.js'
import type { Dossier } from '../../../contract/wire/answers/evidence.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** The file to verify, with facts known from elsewhere: stored heads, and the fingerprint of the key ('': unknown). */
export interface VerificationRequest {
  dossier: File
  heads: File | null
  fingerprint: string
}

export interface Verification {
  verdict: Verdict
  /** Null unless genuine. */
  dossier: Dossier | null
}

interface VerificationContext {
  request: VerificationRequest | null
  verification: Verification | null
  problem: string | null
}

export type VerificationEvent = { type: 'verification.asked'; request: VerificationRequest }

/** Verifies a dossier file in the browser, without the server that created it (EVI-4). */
export const verificationMachine = setup({
  types: {} as {
    context: VerificationContext
    events: VerificationEvent
    tags: 'busy' | 'unread' | 'told'
  },
  actors: {
    /** Rejects with instructions if the file cannot be read or the browser cannot verify. */
    verify: promiseNotProvided<Verification, VerificationRequest>('verification.verify'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('verification.logFailure'),
    takeRequest: assign((_, { request }: { request: VerificationRequest }) => ({
      request,
      verification: null,
      problem: null,
    })),
    takeVerification: assign((_, { verification }: { verification: Verification }) => ({ verification })),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: errorText(error),
    })),
  },
}).createMachine({
  id: 'verification',
  description: 'Waits for a file, reads and verifies it, and shows the result.',
  meta: { requirements: ['EVI-4'] },
  context: { request: null, verification: null, problem: null },
  initial: 'waiting',
  on: {
    'verification.asked': { target: '.verifying', actions: { type: 'takeRequest', params: ({ event }) => event } },
  },
  states: {
    waiting: {},
    verifying: {
      tags: 'busy',
      invoke: {
        src: 'verify',
        input: ({ context: { request } }) => {
          if (request === null) throw new Error('verification without a request')
          return request
        },
        onDone: {
          target: 'told',
          actions: { type: 'takeVerification', params: ({ event }) => ({ verification: event.output }) },
        },
        onError: {
          target: 'unread',
          actions: [{ type: 'noteProblem', params: ({ event }) => event }, failed('Dossiê não verificado.')],
        },
      },
    },
    told: { tags: 'told' },
    unread: { tags: 'unread' },
  },
})
