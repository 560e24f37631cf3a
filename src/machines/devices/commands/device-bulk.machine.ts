import { assign, sendParent, setup } from 'xstate'
import { reasonOf, reasonRule } from '../../../../contract/fields/reason.ts'
import type { DeviceOperation, OperationEnd } from '../device-operation-protocol.ts'
import { BulkBoard, type BulkResult, type BulkTarget } from './bulk-board.ts'

/** Number of devices called at the same time, as for the automatic trials. */
export const bulkAtOnce = 4

/** An operation on many devices. */
export type BulkCommand = 'test' | 'activate' | 'deactivate'

interface DeviceBulkContext {
  board: BulkBoard
  /** The revision of the board that views must show. */
  revision: number
  /** The current or last command. */
  command: BulkCommand
  /** The reason for the command; '' for a test. */
  reason: string
  /** The problem of the reason, as a text for the user; '' without one. */
  problem: string
  /** Counts the refusals, so that a view can focus the problem after each of them. */
  refusals: number
}

export type DeviceBulkEvent =
  | { type: 'bulk.open' }
  /** The user closed the selection. */
  | { type: 'bulk.close' }
  /** The page with the list was left. */
  | { type: 'bulk.leave' }
  | { type: 'bulk.toggle'; target: BulkTarget }
  | { type: 'bulk.choose'; targets: readonly BulkTarget[] }
  | { type: 'bulk.clear' }
  | { type: 'bulk.ask'; command: BulkCommand }
  /** The user confirmed the command; `typed` is the reason as typed. */
  | { type: 'bulk.confirm'; typed: string }
  | { type: 'bulk.edited' }
  | { type: 'bulk.drop' }
  | { type: 'bulk.stop' }
  /** Selects the devices without success again. */
  | { type: 'bulk.again' }
  | OperationEnd
  /** Another operation on this device is in progress: nothing was sent. */
  | { type: 'bulk.barred'; wordCode: string }

/** Events for the supervisor: start an operation on one device; remove a result that was read. */
export type DeviceBulkReport =
  | { type: 'bulk.operate'; operation: DeviceOperation }
  | { type: 'device.dismiss'; wordCode: string }

interface Ended extends Pick<BulkResult, 'outcome' | 'error'> {
  wordCode: string
}

/** Selects many devices and tests, activates or deactivates them one by one, each through its circuit (LIVE-11). */
export const deviceBulkMachine = setup({
  types: {} as {
    context: DeviceBulkContext
    events: DeviceBulkEvent
    tags: 'choosing' | 'asked' | 'running' | 'stopping' | 'done'
  },
  actions: {
    toggle: assign(({ context: { board } }, { target }: { target: BulkTarget }) => {
      board.toggle(target)
      return { revision: board.revision }
    }),
    choose: assign(({ context: { board } }, { targets }: { targets: readonly BulkTarget[] }) => {
      board.choose(targets)
      return { revision: board.revision }
    }),
    clear: assign(({ context: { board } }) => {
      board.clear()
      return { revision: board.revision }
    }),
    chooseRest: assign(({ context: { board } }) => {
      board.chooseRest()
      return { revision: board.revision }
    }),
    noteCommand: assign((_, { command }: { command: BulkCommand }) => ({
      command,
      reason: '',
      problem: '',
      refusals: 0,
    })),
    noteReason: assign((_, { typed }: { typed: string }) => ({ reason: reasonOf(typed), problem: '' })),
    noteProblem: assign(({ context: { refusals } }, { typed }: { typed: string }) => ({
      problem: reasonRule(reasonOf(typed)) ?? '',
      refusals: refusals + 1,
    })),
    clearProblem: assign({ problem: '' }),
    begin: assign(({ context: { board } }) => {
      board.begin()
      return { revision: board.revision }
    }),
    order: sendParent(({ context }): DeviceBulkReport => ({ type: 'bulk.operate', operation: operationOf(context) })),
    noteOrder: assign(({ context: { board } }) => {
      board.start()
      return { revision: board.revision }
    }),
    noteEnd: assign(({ context: { board } }, { wordCode, outcome, error }: Ended) => {
      board.end(wordCode, outcome, error)
      return { revision: board.revision }
    }),
    dismiss: sendParent(
      (_, { wordCode }: { wordCode: string }): DeviceBulkReport => ({ type: 'device.dismiss', wordCode }),
    ),
  },
  guards: {
    hasChosen: ({ context: { board } }) => board.chosenCount > 0,
    mayTest: ({ context: { board } }, { command }: { command: BulkCommand }) =>
      command === 'test' && board.chosenCount > 0,
    breaksRule: (_, { typed }: { typed: string }) => reasonRule(reasonOf(typed)) !== undefined,
    isOwn: ({ context: { board } }, { wordCode }: { wordCode: string }) => board.isUnderWay(wordCode),
    /** False for a reset: a bulk command never resets, so the reset was started elsewhere. */
    isOwnEnd: ({ context: { board } }, { kind, target }: DeviceOperation) =>
      kind !== 'reset' && board.isUnderWay(target.wordCode),
    mayOrder: ({ context: { board } }) => board.waitingCount > 0 && board.underWayCount < bulkAtOnce,
    isOver: ({ context: { board } }) => board.waitingCount === 0 && board.underWayCount === 0,
    isIdle: ({ context: { board } }) => board.underWayCount === 0,
  },
}).createMachine({
  id: 'deviceBulk',
  meta: { requirements: ['LIVE-11', 'CB-3'] },
  context: () => ({ board: new BulkBoard(), revision: 0, command: 'test', reason: '', problem: '', refusals: 0 }),
  initial: 'closed',
  states: {
    closed: { on: { 'bulk.open': 'choosing' } },
    choosing: {
      description: 'The user selects devices; leaving the page clears the selection.',
      tags: 'choosing',
      on: {
        'bulk.toggle': { actions: { type: 'toggle', params: ({ event }) => event } },
        'bulk.choose': { actions: { type: 'choose', params: ({ event }) => event } },
        'bulk.clear': { actions: 'clear' },
        'bulk.ask': [
          {
            guard: { type: 'mayTest', params: ({ event }) => event },
            target: 'underWay',
            actions: { type: 'noteCommand', params: ({ event }) => event },
          },
          { guard: 'hasChosen', target: 'asked', actions: { type: 'noteCommand', params: ({ event }) => event } },
        ],
        'bulk.close': { target: 'closed', actions: 'clear' },
        'bulk.leave': { target: 'closed', actions: 'clear' },
      },
    },
    asked: {
      description: 'The user reads the effect on the people at the gates; a test needs no confirmation.',
      tags: ['choosing', 'asked'],
      on: {
        'bulk.confirm': [
          {
            guard: { type: 'breaksRule', params: ({ event }) => event },
            actions: { type: 'noteProblem', params: ({ event }) => event },
          },
          { target: 'underWay', actions: { type: 'noteReason', params: ({ event }) => event } },
        ],
        'bulk.edited': { actions: 'clearProblem' },
        'bulk.drop': 'choosing',
        'bulk.leave': { target: 'closed', actions: 'clear' },
      },
    },
    underWay: {
      description: 'Continues if the page is left; a reload or the end of the session ends it.',
      entry: 'begin',
      on: {
        'operation.ended': {
          guard: { type: 'isOwnEnd', params: ({ event }) => event.operation },
          actions: [
            {
              type: 'noteEnd',
              params: ({ event }) => ({
                wordCode: event.operation.target.wordCode,
                outcome: event.outcome,
                error: event.error,
              }),
            },
            { type: 'dismiss', params: ({ event }) => event.operation.target },
          ],
        },
        'bulk.barred': {
          guard: { type: 'isOwn', params: ({ event }) => event },
          actions: {
            type: 'noteEnd',
            params: ({ event }) => ({ wordCode: event.wordCode, outcome: 'barred', error: null }),
          },
        },
      },
      initial: 'running',
      states: {
        running: {
          tags: 'running',
          always: [
            { guard: 'isOver', target: '#deviceBulk.done' },
            { guard: 'mayOrder', actions: ['order', 'noteOrder'] },
          ],
          on: { 'bulk.stop': 'stopping' },
        },
        stopping: {
          description: 'Starts no further operation; those in progress end.',
          tags: 'stopping',
          always: { guard: 'isIdle', target: '#deviceBulk.done' },
        },
      },
    },
    done: {
      description: 'Shows the result for each device until the user closes it.',
      tags: 'done',
      on: {
        'bulk.again': { target: 'choosing', actions: 'chooseRest' },
        'bulk.close': { target: 'closed', actions: 'clear' },
      },
    },
  },
})

function operationOf({ board, command, reason }: DeviceBulkContext): DeviceOperation {
  const { wordCode = '', condominiumId = '' } = board.next ?? {}
  const target = { wordCode, condominiumId }
  if (command === 'test') return { kind: 'test', target }
  return { kind: 'activate', target, active: command === 'activate', reason, undoes: false }
}
