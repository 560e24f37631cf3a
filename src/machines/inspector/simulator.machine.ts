import { assertEvent, assign, setup } from 'xstate'
import type { DeviceFault, SimulatedDevice } from '../../../contract/wire/answers/devices/simulator.ts'
import type { FaultOrder, SimulatorAnswer } from '../../services/inspector/simulator-api.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { slowLimitsMs, slowMsOf } from './simulator-rules.ts'

interface SimulatorContext {
  /** Of the chosen device; empty while there is none. */
  wordCode: string
  /** As the server last told it; null while that is not known of the chosen one. */
  device: SimulatedDevice | null
  /** Why the last call came to nothing, as a text for a person. */
  failure: string | null
  /** How often something was wrong with what was entered, so that a view can lead there each time. */
  refusals: number
}

export type SimulatorEvent =
  | { type: 'simulator.choose'; wordCode: string }
  /** 'Atualizar' and 'Tentar novamente' */
  | { type: 'simulator.reload' }
  /** `slowMs` as it was entered; it counts for `slow` alone. */
  | { type: 'simulator.set'; fault: DeviceFault; slowMs: string }
  | { type: 'simulator.edited' }

interface Answered {
  event: { output: SimulatorAnswer }
}

const isKnown = { type: 'isKnown', params: answered } as const
const isUnknown = { type: 'isUnknown', params: answered } as const
const takeDevice = { type: 'takeDevice', params: answered } as const
const noteFailure = { type: 'noteFailure', params: ({ event }: { event: { error: unknown } }) => event } as const

/** Makes a simulated device of the embedded backend fail, to walk through a failure live (INS-2). Other servers have no such thing. */
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
    follow: assign(({ context }, { wordCode }: { wordCode: string }) => ({
      wordCode: wordCode.trim(),
      device: context.device?.wordCode === wordCode.trim() ? context.device : null,
    })),
    takeDevice: assign((_, { answer }: { answer: SimulatorAnswer }) => ({
      device: answer.kind === 'known' ? answer.device : null,
    })),
    dropDevice: assign({ device: null }),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      failure: error instanceof Error ? error.message : String(error),
    })),
    forgetFailure: assign({ failure: null }),
    countRefusal: assign({ refusals: ({ context }) => context.refusals + 1 }),
  },
  guards: {
    namesDevice: (_, { wordCode }: { wordCode: string }) => wordCode.trim() !== '',
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
        description: 'What another device was asked is given up; what it was told to do may still happen.',
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
    choosing: { description: 'Nobody has asked for a device yet.' },
    unnamed: {
      description: 'Somebody asked without saying for which device.',
      tags: 'error',
    },
    loading: {
      description: 'What was known of the same device before stays meanwhile.',
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
      description: 'The device is known; the state is how the last order to it went.',
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
        applied: { description: 'It fails as it was told.' },
        refused: { description: 'The delay is none that a device can have; nothing was sent.', tags: 'error' },
        failed: { description: 'The order came to nothing; it may be given again.', tags: 'error' },
      },
    },
    setting: {
      description: 'The device is told how to fail; until that is confirmed, what was known of it stays.',
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
    unknown: { description: 'No device of this wordCode is there for this person.', tags: 'error' },
    unavailable: {
      description: 'The server is not the embedded backend: there is nothing to control, for any device.',
      on: { 'simulator.choose': {} },
    },
    failed: { description: 'Nothing is known of the device.', tags: 'error', on: { 'simulator.reload': 'loading' } },
  },
})

function answered({ event }: Answered): { answer: SimulatorAnswer } {
  return { answer: event.output }
}
