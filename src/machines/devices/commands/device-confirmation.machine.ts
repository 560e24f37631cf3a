import { assign, sendParent, setup } from 'xstate'
import { optionalReasonRule, reasonOf, reasonRule } from '../../../../contract/fields/reason.ts'
import { type IsolationSpan, isolationEnd } from '../../breaker/isolation-spans.ts'
import { now } from '../../parts/clock.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'
import type { DeviceOperation } from '../device-operation-protocol.ts'

/** A command with an effect at a gate, which needs a confirmation (LIVE-11). */
export type DeviceCommand =
  | { kind: 'restart' | 'reset' | 'release' | 'delete'; target: DeviceTarget }
  | { kind: 'isolate'; target: DeviceTarget; span: IsolationSpan }
  /** Activates or deactivates the device. */
  | { kind: 'activate'; target: DeviceTarget; active: boolean }

/** The typed reason is in the view's field, not here. */
interface DeviceConfirmationContext {
  /** The command that is or was last to be confirmed. */
  command: DeviceCommand | null
  /** The problem of the reason, as a text for the user; '' without one. */
  problem: string
  /** Counts the refusals, so that a view can focus the problem after each of them. */
  refusals: number
}

export type DeviceConfirmationEvent =
  | { type: 'command.ask'; command: DeviceCommand }
  /** The user confirmed the command; `typed` is the reason as typed. */
  | { type: 'command.confirm'; command: DeviceCommand; typed: string }
  | { type: 'command.edited' }
  /** The user cancelled, lost the right to the command, or left the page of the device. */
  | { type: 'command.drop' }

/** Events for the supervisor: the confirmed command. */
export type DeviceConfirmationReport =
  | { type: 'device.operate'; operation: DeviceOperation }
  | { type: 'device.reset'; target: DeviceTarget; reason: string }
  | { type: 'device.release'; target: DeviceTarget; reason: string }
  | { type: 'device.delete'; target: DeviceTarget; reason: string }
  /** `until` in milliseconds since the epoch. */
  | { type: 'device.isolate'; target: DeviceTarget; until: number; reason: string }

type Answer = Pick<Extract<DeviceConfirmationEvent, { type: 'command.confirm' }>, 'command' | 'typed'>

/** The confirmation of a command: once, with a reason, which is optional for a restart (LIVE-11). */
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
      description: 'The user reads the effect of the command and which people it affects.',
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
