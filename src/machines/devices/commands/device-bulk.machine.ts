import { assign, sendParent, setup } from 'xstate'
import { reasonOf, reasonRule } from '../../../../contract/fields/reason.ts'
import type { DeviceOperation, OperationEnd } from '../device-operation-protocol.ts'
import { BulkBoard, type BulkResult, type BulkTarget } from './bulk-board.ts'

/** Of many devices at most so many are asked at once, as the panel's own trials do. */
export const bulkAtOnce = 4

/** What is done with many devices. */
export type BulkCommand = 'test' | 'activate' | 'deactivate'

interface DeviceBulkContext {
  board: BulkBoard
  /** The board's revision that views have to show. */
  revision: number
  /** What is, or was, done. */
  command: BulkCommand
  /** Why; '' for a test. */
  reason: string
  /** What is wrong with the reason, in words; '' where nothing is. */
  problem: string
  /** How often something was, so that a view can lead to it each time. */
  refusals: number
}

export type DeviceBulkEvent =
  | { type: 'bulk.open' }
  /** A person is done with it. */
  | { type: 'bulk.close' }
  /** The page with the list is gone. */
  | { type: 'bulk.leave' }
  | { type: 'bulk.toggle'; target: BulkTarget }
  | { type: 'bulk.choose'; targets: readonly BulkTarget[] }
  | { type: 'bulk.clear' }
  | { type: 'bulk.ask'; command: BulkCommand }
  /** The person wants what was asked about; the reason as typed. */
  | { type: 'bulk.confirm'; typed: string }
  | { type: 'bulk.edited' }
  | { type: 'bulk.drop' }
  | { type: 'bulk.stop' }
  /** Those for which it did not succeed, once more. */
  | { type: 'bulk.again' }
  | OperationEnd
  /** Something else is under way at this device: nothing was sent. */
  | { type: 'bulk.barred'; wordCode: string }

/** What it tells its supervisor: do this with one device; its end has been read. */
export type DeviceBulkReport =
  | { type: 'bulk.operate'; operation: DeviceOperation }
  | { type: 'device.dismiss'; wordCode: string }

interface Ended extends Pick<BulkResult, 'outcome' | 'error'> {
  wordCode: string
}

/** Many devices are chosen, and tested, activated or deactivated one by one, each through its own circuit (LIVE-11). */
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
    /** What is done with many resets nothing: a reset meanwhile is somebody else's. */
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
      description: 'A person picks devices; with the page the choice goes, too.',
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
      description: 'A person reads what will happen to whom passes at the devices; a test asks nothing.',
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
      description: 'It goes on when the page is left; a reload or the end of the session ends it.',
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
          description: 'No other is begun; those that were begun end.',
          tags: 'stopping',
          always: { guard: 'isIdle', target: '#deviceBulk.done' },
        },
      },
    },
    done: {
      description: 'How it ended for each is shown until the person has read it.',
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
