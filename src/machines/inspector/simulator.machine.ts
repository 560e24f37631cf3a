import { assertEvent, assign, setup } from 'xstate'
import { wordCodeOf } from '../../../contract/fields/word-code.ts'
import type { DeviceFault, SimulatedDevice } from '../../../contract/wire/answers/devices/simulator.ts'
import type { FaultOrder, SimulatorAnswer } from '../../services/inspector/simulator-api.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { slowLimitsMs, slowMsOf } from './simulator-rules.ts'

interface SimulatorContext {
  /** The chosen device; empty without one. */
  wordCode: string
  /** The device in the server's last answer; null while it is not known for the chosen wordCode. */
  device: SimulatedDevice | null
  /** Why the last call failed, as a text for the user. */
  failure: string | null
  /** Counts the refusals of the input, so that a view can focus the input after each of them. */
  refusals: number
}

export type SimulatorEvent =
  | { type: 'simulator.choose'; wordCode: string }
  /** A person pressed 'Atualizar' or 'Tentar novamente'. */
  | { type: 'simulator.reload' }
  /** `slowMs` is the raw input; only the fault `slow` uses it. */
  | { type: 'simulator.set'; fault: DeviceFault; slowMs: string }
  | { type: 'simulator.edited' }

interface Answered {
  event: { output: SimulatorAnswer }
}

const isKnown = { type: 'isKnown', params: answered } as const
const isUnknown = { type: 'isUnknown', params: answered } as const
const takeDevice = { type: 'takeDevice', params: answered } as const
const noteFailure = { type: 'noteFailure', params: ({ event }: { event: { error: unknown } }) => event } as const

/** Makes a simulated device fail, to show a failure live (INS-2). Only the embedded backend has a simulator. */
export const simulatorMachine = setup({
  types: {} as {
    context: SimulatorContext
    events: SimulatorEvent
    tags: 'busy' | 'error'
  },
  actors: {
    readDevice: promiseNotProvided<SimulatorAnswer, { wordCode: string }>('simulator.readDevice'),
    setFault: promiseNotProvided<SimulatorAnswer, { wordCode: string; order: FaultOrder }>('simulator.setFault'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('simulator.logFailure'),
    follow: assign(({ context: { device } }, { wordCode }: { wordCode: string }) => ({
      wordCode: wordCodeOf(wordCode),
      device: device?.wordCode === wordCodeOf(wordCode) ? device : null,
    })),
    takeDevice: assign((_, { answer }: { answer: SimulatorAnswer }) => ({
      device: answer.kind === 'known' ? answer.device : null,
    })),
    dropDevice: assign({ device: null }),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      failure: errorText(error),
    })),
    forgetFailure: assign({ failure: null }),
    countRefusal: assign({ refusals: ({ context }) => context.refusals + 1 }),
  },
  guards: {
    namesDevice: (_, { wordCode }: { wordCode: string }) => wordCodeOf(wordCode) !== '',
    isKnown: (_, { answer }: { answer: SimulatorAnswer }) => answer.kind === 'known',
    isUnknown: (_, { answer }: { answer: SimulatorAnswer }) => answer.kind === 'unknown',
    isDelayWrong: (_, { fault, slowMs }: { fault: DeviceFault; slowMs: string }) =>
      fault === 'slow' && slowMsOf(slowMs) === null,
  },
}).createMachine({
  id: 'simulator',
  meta: { requirements: ['INS-2'] },
  context: { wordCode: '', device: null, failure: null, refusals: 0 },
  initial: 'choosing',
  on: {
    'simulator.choose': [
      {
        description: 'Ignores pending answers about another device; a sent fault may still take effect.',
        guard: { type: 'namesDevice', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: { type: 'follow', params: ({ event }) => event },
      },
      {
        target: '.unnamed',
        actions: [{ type: 'follow', params: ({ event }) => event }, 'forgetFailure', 'countRefusal'],
      },
    ],
  },
  states: {
    choosing: { description: 'No device has been requested yet.' },
    unnamed: {
      description: 'The request named no device.',
      tags: 'error',
    },
    loading: {
      description: 'The last known state of the same device stays while loading.',
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'readDevice',
        input: ({ context: { wordCode } }) => ({ wordCode }),
        onDone: [
          { guard: isKnown, target: 'ready', actions: takeDevice },
          { guard: isUnknown, target: 'unknown', actions: 'dropDevice' },
          { target: 'unavailable', actions: 'dropDevice' },
        ],
        onError: {
          target: 'failed',
          actions: [failed('Simulador não consultado.'), 'dropDevice', noteFailure],
        },
      },
    },
    ready: {
      description: 'The device is known; the substate is the result of the last order.',
      initial: 'settled',
      on: {
        'simulator.reload': 'loading',
        'simulator.set': [
          {
            guard: { type: 'isDelayWrong', params: ({ event }) => event },
            target: '.refused',
            actions: ['forgetFailure', 'countRefusal'],
          },
          { target: 'setting', actions: 'forgetFailure' },
        ],
        'simulator.edited': { target: '.settled', actions: 'forgetFailure' },
      },
      states: {
        settled: {},
        applied: { description: 'The device now has the ordered fault.' },
        refused: { description: 'The delay is invalid; nothing was sent.', tags: 'error' },
        failed: { description: 'The order failed; it may be sent again.', tags: 'error' },
      },
    },
    setting: {
      description: 'The fault is being set; until the server confirms, the last known state of the device stays.',
      tags: 'busy',
      invoke: {
        src: 'setFault',
        input: ({ context: { wordCode }, event }) => {
          assertEvent(event, 'simulator.set')
          const { fault, slowMs } = event
          return { wordCode, order: { fault, slowMs: slowMsOf(slowMs) ?? slowLimitsMs.least } }
        },
        onDone: [
          { guard: isKnown, target: 'ready.applied', actions: takeDevice },
          { guard: isUnknown, target: 'unknown', actions: 'dropDevice' },
          { target: 'unavailable', actions: 'dropDevice' },
        ],
        onError: { target: 'ready.failed', actions: [failed('Falha não simulada.'), noteFailure] },
      },
    },
    unknown: { description: 'The user has no device with this wordCode.', tags: 'error' },
    unavailable: {
      description: 'The server is not the embedded backend: it has no simulated devices.',
      on: { 'simulator.choose': {} },
    },
    failed: {
      description: 'The state of the device could not be read.',
      tags: 'error',
      on: { 'simulator.reload': 'loading' },
    },
  },
})

function answered({ event }: Answered): { answer: SimulatorAnswer } {
  return { answer: event.output }
}
