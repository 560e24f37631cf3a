import { assign, setup } from 'xstate'
import { longestOpeningMs, type OpeningOutcome } from '../../../../contract/devices/opening.ts'
import { reasonOf, reasonRule } from '../../../../contract/fields/reason.ts'
import { failed } from '../../parts/failed.ts'
import { effectNotProvided, guardNotProvided, promiseNotProvided } from '../../parts/not-provided.ts'
import { serverNow } from '../../parts/server-now.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'

/**
 * The outcome of a press. `at` in milliseconds since the epoch on the server's clock; `message` is '' without a reason
 * (OPEN-2).
 */
export interface OpeningEnd {
  outcome: OpeningOutcome
  at: number
  message: string
}

/** The end of a call; `reasonMissing`: the customer requires a reason, and nothing was sent to the device. */
export type OpeningReply = OpeningEnd | { outcome: 'reasonMissing' }

export interface OpeningRequest {
  target: DeviceTarget
  userId: string
  /** The `Idempotency-Key` of this press. */
  key: string
  /** ISO time on the server's clock. */
  deadline: string
  reason: string
}

export interface GateOpeningInput {
  target: DeviceTarget
  userId: string
  newKey: () => string
  /** Whether a person has isolated the device in this browser. */
  isIsolated: () => boolean
}

interface GateOpeningContext extends GateOpeningInput, Pick<OpeningRequest, 'key' | 'deadline' | 'reason'> {
  /** The outcome of the last press; null before the first press. */
  end: OpeningEnd | null
  /** The problem of the reason, as a text for the user; '' without a problem. */
  problem: string
  /** Counts the refusals of a reason, so that a view can focus the problem after each of them. */
  refusals: number
}

export type GateOpeningEvent =
  | { type: 'gate.press' }
  /** `typed`: the reason as typed. */
  | { type: 'gate.confirm'; typed: string }
  | { type: 'gate.edited' }
  | { type: 'gate.drop' }

/** Longest wait for the answer: the server answers at most 2 s after the deadline, and the rest is for the network. */
const answerTimeoutMs = longestOpeningMs + 5_000
/** Shortest time between the outcome of an opening and the next press, so that a person can read the outcome (OPEN-2). */
export const openingPauseMs = 3_000

type Reply = { reply: OpeningReply }

const gateOf = ({ context }: { context: GateOpeningContext }) => ({ wordCode: context.target.wordCode })
const dropped = { type: 'dropPress', params: gateOf } as const

/** Opens the gate of a device: each press makes one call with one outcome, without retry (OPEN-1, OPEN-2). */
export const gateOpeningMachine = setup({
  types: {} as {
    context: GateOpeningContext
    events: GateOpeningEvent
    input: GateOpeningInput
    tags: 'idle' | 'busy' | 'asked' | 'ended'
  },
  actors: {
    send: promiseNotProvided<OpeningReply, OpeningRequest>('gateOpening.send'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('gateOpening.logFailure'),
    /** Remembers across a reload of the page that the press has no outcome yet. */
    keepPress: effectNotProvided<{ wordCode: string }>('gateOpening.keepPress'),
    dropPress: effectNotProvided<{ wordCode: string }>('gateOpening.dropPress'),
    begin: assign(({ context, self }, { typed }: { typed: string }) => ({
      key: context.newKey(),
      deadline: new Date(serverNow(self) + longestOpeningMs).toISOString(),
      reason: reasonOf(typed),
      end: null,
      problem: '',
    })),
    askReason: assign({ refusals: 0 }),
    noteProblem: assign(({ context }, { typed }: { typed: string }) => ({
      problem: reasonRule(reasonOf(typed)) ?? '',
      refusals: context.refusals + 1,
    })),
    clearProblem: assign({ problem: '' }),
    noteEnd: assign((_, { reply }: Reply) => (reply.outcome === 'reasonMissing' ? {} : { end: reply })),
    noteIsolated: assign(({ self }) => ({
      end: { outcome: 'unsent' as const, at: serverNow(self), message: 'o dispositivo está isolado neste computador.' },
    })),
    noteUnknown: assign(({ self }) => ({ end: { outcome: 'unknown' as const, at: serverNow(self), message: '' } })),
  },
  guards: {
    /** Whether a press of the last `withinMs` milliseconds has no outcome, because the page was loaded again. */
    isPressOpen: guardNotProvided<{ wordCode: string; withinMs: number }>('gateOpening.isPressOpen'),
    isIsolated: ({ context }) => context.isIsolated(),
    breaksRule: (_, { typed }: { typed: string }) => reasonRule(reasonOf(typed)) !== undefined,
    endsAs: (_, { reply, outcome }: Reply & { outcome: OpeningReply['outcome'] }) => reply.outcome === outcome,
  },
  delays: { answerTimeout: answerTimeoutMs, pause: openingPauseMs },
}).createMachine({
  id: 'gateOpening',
  meta: { requirements: ['OPEN-1', 'OPEN-2'] },
  context: ({ input }) => ({ ...input, key: '', deadline: '', reason: '', end: null, problem: '', refusals: 0 }),
  initial: 'recalling',
  states: {
    recalling: {
      description: 'A reload of the page has cut the answer to a press: nobody knows its outcome.',
      always: [
        {
          guard: {
            type: 'isPressOpen',
            params: ({ context: { target } }) => ({ wordCode: target.wordCode, withinMs: answerTimeoutMs }),
          },
          target: 'unknown',
          actions: 'noteUnknown',
        },
        { target: 'ready' },
      ],
    },
    ready: {
      tags: 'idle',
      on: {
        'gate.press': [
          { guard: 'isIsolated', target: 'unsent', actions: 'noteIsolated' },
          { target: 'sent', actions: { type: 'begin', params: { typed: '' } } },
        ],
      },
    },
    asked: {
      description: 'This customer requires a reason: the gate is opened with the next call, which has a new deadline.',
      tags: 'asked',
      entry: dropped,
      on: {
        'gate.confirm': [
          {
            guard: { type: 'breaksRule', params: ({ event }) => event },
            actions: { type: 'noteProblem', params: ({ event }) => event },
          },
          { guard: 'isIsolated', target: 'unsent', actions: 'noteIsolated' },
          { target: 'sent', actions: { type: 'begin', params: ({ event }) => event } },
        ],
        'gate.edited': { actions: 'clearProblem' },
        'gate.drop': 'ready',
      },
    },
    sent: {
      description: 'The call is under way. There is no retry, and a further press does nothing.',
      tags: 'busy',
      entry: { type: 'keepPress', params: gateOf },
      invoke: {
        src: 'send',
        input: ({ context: { target, userId, key, deadline, reason } }) => ({ target, userId, key, deadline, reason }),
        onDone: [
          { guard: endsAs('reasonMissing'), target: 'asked', actions: 'askReason' },
          { guard: endsAs('opened'), target: 'opened', actions: { type: 'noteEnd', params: replyOf } },
          { guard: endsAs('refused'), target: 'refused', actions: { type: 'noteEnd', params: replyOf } },
          { guard: endsAs('unsent'), target: 'unsent', actions: { type: 'noteEnd', params: replyOf } },
          { target: 'unknown', actions: { type: 'noteEnd', params: replyOf } },
        ],
        onError: { target: 'unknown', actions: ['noteUnknown', failed('A resposta da abertura se perdeu.')] },
      },
      after: { answerTimeout: { target: 'unknown', actions: 'noteUnknown' } },
    },
    opened: { tags: 'ended', entry: dropped, after: { pause: 'ready' } },
    refused: { description: 'The device answered no.', tags: 'ended', entry: dropped, after: { pause: 'ready' } },
    unsent: {
      description: 'The device did not get the command.',
      tags: 'ended',
      entry: dropped,
      after: { pause: 'ready' },
    },
    unknown: {
      description: 'The device may have opened: its answer is lost. A page that ends loses the answer, too.',
      tags: 'ended',
      exit: dropped,
      after: { pause: 'ready' },
    },
  },
})

function replyOf({ event }: { event: { output: OpeningReply } }): Reply {
  return { reply: event.output }
}

function endsAs<Outcome extends OpeningReply['outcome']>(outcome: Outcome) {
  return {
    type: 'endsAs',
    params: ({ event }: { event: { output: OpeningReply } }) => ({ reply: event.output, outcome }),
  } as const
}
