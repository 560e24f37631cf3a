import { assign, sendParent, setup } from 'xstate'
import { optionalReasonRule, reasonOf, reasonRule } from '../../../../contract/fields/reason.ts'
import { type IsolationSpan, isolationEnd } from '../../breaker/isolation-spans.ts'
import { now } from '../../parts/clock.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'
import type { DeviceOperation } from '../device-operation-protocol.ts'

/** What has an effect at a gate, and is asked about first (LIVE-11). */
export type DeviceCommand =
  | { kind: 'restart' | 'reset' | 'release' | 'delete'; target: DeviceTarget }
  | { kind: 'isolate'; target: DeviceTarget; span: IsolationSpan }
  /** Or deactivates. */
  | { kind: 'activate'; target: DeviceTarget; active: boolean }

/** The reason that is typed stands in its field. */
interface DeviceConfirmationContext {
  /** What is, or was, asked about. */
  command: DeviceCommand | null
  /** What is wrong with the reason, in words; '' where nothing is. */
  problem: string
  /** How often something was, so that a view can lead to it each time. */
  refusals: number
}

export type DeviceConfirmationEvent =
  | { type: 'command.ask'; command: DeviceCommand }
  /** The person wants what was asked about; the reason as typed. */
  | { type: 'command.confirm'; command: DeviceCommand; typed: string }
  | { type: 'command.edited' }
  /** The person does not want it, may not do it any more, or the page with the device is gone. */
  | { type: 'command.drop' }

/** What the question tells its supervisor: do it. */
export type DeviceConfirmationReport =
  | { type: 'device.operate'; operation: DeviceOperation }
  | { type: 'device.reset'; target: DeviceTarget; reason: string }
  | { type: 'device.release'; target: DeviceTarget; reason: string }
  | { type: 'device.delete'; target: DeviceTarget; reason: string }
  /** Until when in milliseconds since the epoch. */
  | { type: 'device.isolate'; target: DeviceTarget; until: number; reason: string }

type Answer = Pick<Extract<DeviceConfirmationEvent, { type: 'command.confirm' }>, 'command' | 'typed'>

/** The question before a deed: once, and with a reason, which a restart can do without (LIVE-11). */
export const deviceConfirmationMachine = setup({
  types: {} as {
    context: DeviceConfirmationContext
    events: DeviceConfirmationEvent
    tags: 'asked'
  },
  actions: {
    note: assign((_, { command }: { command: DeviceCommand }) => ({ command, problem: '', refusals: 0 })),
    noteProblem: assign(({ context: { refusals } }, answer: Answer) => ({
      problem: problemOf(answer) ?? '',
      refusals: refusals + 1,
    })),
    clearProblem: assign({ problem: '' }),
    order: sendParent(({ self }, answer: Answer): DeviceConfirmationReport => orderOf(answer, now(self))),
  },
  guards: {
    breaksRule: (_, answer: Answer) => problemOf(answer) !== undefined,
  },
}).createMachine({
  id: 'deviceConfirmation',
  meta: { requirements: ['LIVE-11'] },
  context: { command: null, problem: '', refusals: 0 },
  initial: 'unasked',
  states: {
    unasked: {
      on: { 'command.ask': { target: 'asked', actions: { type: 'note', params: ({ event }) => event } } },
    },
    asked: {
      description: 'A person reads what will happen, and to whom.',
      tags: 'asked',
      on: {
        'command.confirm': [
          {
            guard: { type: 'breaksRule', params: ({ event }) => event },
            actions: { type: 'noteProblem', params: ({ event }) => event },
          },
          { target: 'unasked', actions: { type: 'order', params: ({ event }) => event } },
        ],
        'command.edited': { actions: 'clearProblem' },
        'command.drop': 'unasked',
      },
    },
  },
})

/** Whether a deed may go without a reason. */
export function isReasonOptional({ kind }: DeviceCommand): boolean {
  return kind === 'restart'
}

function problemOf({ command, typed }: Answer): string | undefined {
  return (isReasonOptional(command) ? optionalReasonRule : reasonRule)(reasonOf(typed))
}

function orderOf({ command, typed }: Answer, at: number): DeviceConfirmationReport {
  const reason = reasonOf(typed)
  const { kind, target } = command
  switch (kind) {
    case 'restart':
      return { type: 'device.operate', operation: { kind, target, reason } }
    case 'activate':
      return { type: 'device.operate', operation: { kind, target, active: command.active, reason, undoes: false } }
    case 'isolate':
      return { type: 'device.isolate', target, until: isolationEnd(command.span, at), reason }
    case 'reset':
      return { type: 'device.reset', target, reason }
    case 'release':
      return { type: 'device.release', target, reason }
    case 'delete':
      return { type: 'device.delete', target, reason }
  }
}
