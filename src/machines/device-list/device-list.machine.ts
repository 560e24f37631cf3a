import { assign, raise, setup } from 'xstate'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceReach } from '../../../contract/wire/answers/health.ts'
import type { DevicePage } from '../../services/devices/device-control-api.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import { DeviceBoard } from './device-board.ts'

interface DeviceListContext {
  board: DeviceBoard
  /** The board's revision that views have to show. */
  revision: number
  /** Where the next page begins; '' is the first one. */
  cursor: string
  /** The device that somebody wants to see and that is not on the board yet. */
  wanted: string
}

export type DeviceListEvent =
  /** A page shows devices. */
  | { type: 'devices.want' }
  | { type: 'devices.reload' }
  /** A page shows this one device. */
  | { type: 'device.want'; wordCode: string }
  | { type: 'device.changed'; device: Device }
  | { type: 'device.deleted'; wordCode: string }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'deviceService.lost' }
  | { type: 'deviceService.restored' }
  | { type: 'socket.restored' }
  | { type: 'health.checked'; reach: readonly DeviceReach[] }
  | { type: 'health.unreachable' }
  | { type: 'server.answered' }
  | { type: 'server.silent' }

/** The devices that the user may see, and whether what is known of them is current (DEV-6). */
export const deviceListMachine = setup({
  types: {} as {
    context: DeviceListContext
    events: DeviceListEvent
    tags: 'busy' | 'error' | 'loaded' | 'unknown' | 'missing' | 'seeking' | 'seekingFailed' | 'troublesUnknown'
  },
  actors: {
    /** Those that the server could not reach, as many as a page holds. */
    loadTroubled: promiseNotProvided<DevicePage>('deviceList.loadTroubled'),
    loadPage: promiseNotProvided<DevicePage, { cursor: string }>('deviceList.loadPage'),
    /** Null where there is no such device. */
    loadDevice: promiseNotProvided<Device | null, { wordCode: string }>('deviceList.loadDevice'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceList.logFailure'),
    beginList: assign(({ context }) => {
      context.board.beginList()
      return { cursor: '' }
    }),
    takePage: assign(({ context, self }, { page }: { page: DevicePage }) => {
      context.board.putPage(page.devices, serverNow(self))
      if (page.nextCursor === null) context.board.endList()
      return { revision: context.board.revision, cursor: page.nextCursor ?? '' }
    }),
    takeTroubled: assign(({ context, self }, { page }: { page: DevicePage }) => {
      context.board.putPage(page.devices, serverNow(self))
      return { revision: context.board.revision }
    }),
    takeDevice: assign(({ context, self }, { device }: { device: Device | null }) => {
      if (device !== null) context.board.put(device, serverNow(self))
      return { revision: context.board.revision }
    }),
    removeDevice: assign(({ context }, { wordCode }: { wordCode: string }) => {
      context.board.remove(wordCode)
      return { revision: context.board.revision }
    }),
    takeReach: assign(({ context, self }, { reach }: { reach: readonly DeviceReach[] }) => {
      context.board.putReach(reach, serverNow(self))
      return { revision: context.board.revision }
    }),
    takeActivities: assign(({ context }, { activities }: GateBatch) => {
      context.board.putActivities(activities)
      return { revision: context.board.revision }
    }),
    noteAnswer: raise({ type: 'server.answered' }),
    noteSilence: raise({ type: 'server.silent' }),
    want: assign((_, { wordCode }: { wordCode: string }) => ({ wanted: wordCode })),
  },
  guards: {
    isOnBoard: ({ context }, { wordCode }: { wordCode: string }) => context.board.get(wordCode) !== undefined,
    isTroubledUnlisted: ({ context: { board } }, { reach }: { reach: readonly DeviceReach[] }) =>
      reach.some(({ online, wordCode }) => !online && board.get(wordCode) === undefined),
    isUnlistedDown: ({ context: { board } }, { activities }: GateBatch) =>
      activities.some(({ kind, wordCode }) => kind === 'device-down' && board.get(wordCode) === undefined),
    hasMore: (_, { page }: { page: DevicePage }) => page.nextCursor !== null,
    isFound: (_, { device }: { device: Device | null }) => device !== null,
    hasActivities: (_, { activities }: GateBatch) => activities.length > 0,
  },
}).createMachine({
  id: 'deviceList',
  meta: { requirements: ['BOOT-3', 'DEV-3', 'DEV-6', 'LIVE-1', 'LIVE-5', 'LIVE-7'] },
  context: () => ({ board: new DeviceBoard(), revision: 0, cursor: '', wanted: '' }),
  type: 'parallel',
  on: {
    'device.changed': { actions: { type: 'takeDevice', params: ({ event }) => event } },
    'device.deleted': { actions: { type: 'removeDevice', params: ({ event }) => event } },
  },
  states: {
    list: {
      description: 'All devices, page after page.',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'No page has shown devices yet: 10,000 of them are not loaded for nothing.',
          on: { 'devices.want': 'loading' },
        },
        loading: {
          description: 'What has come so far is shown meanwhile.',
          tags: 'busy',
          entry: 'beginList',
          on: {
            'devices.reload': {
              description: 'What has been loaded so far may lack devices that came meanwhile.',
              target: 'loading',
              reenter: true,
            },
          },
          initial: 'page',
          states: {
            page: {
              invoke: {
                src: 'loadPage',
                input: ({ context }) => ({ cursor: context.cursor }),
                onDone: [
                  {
                    guard: { type: 'hasMore', params: ({ event }) => ({ page: event.output }) },
                    target: 'page',
                    reenter: true,
                    actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) },
                  },
                  {
                    target: '#deviceList.list.loaded',
                    actions: [{ type: 'takePage', params: ({ event }) => ({ page: event.output }) }, 'noteAnswer'],
                  },
                ],
                onError: {
                  target: '#deviceList.list.failed',
                  actions: [failed('Dispositivos não carregados.'), 'noteSilence'],
                },
              },
            },
          },
        },
        loaded: {
          tags: 'loaded',
          on: {
            'devices.reload': 'loading',
            'socket.restored': 'loading',
            'deviceService.restored': 'loading',
          },
        },
        failed: {
          tags: 'error',
          on: {
            'devices.want': 'loading',
            'devices.reload': 'loading',
            'socket.restored': 'loading',
            'deviceService.restored': 'loading',
          },
        },
      },
    },
    one: {
      description:
        'A device that a page names and that is not on the board: it may be looked at before the list is there.',
      initial: 'idle',
      on: {
        'device.want': [
          { guard: { type: 'isOnBoard', params: ({ event }) => event }, target: '.idle' },
          { target: '.loading', actions: { type: 'want', params: ({ event }) => event } },
        ],
      },
      states: {
        idle: {},
        loading: {
          tags: 'seeking',
          invoke: {
            src: 'loadDevice',
            input: ({ context }) => ({ wordCode: context.wanted }),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => ({ device: event.output }) },
                target: 'idle',
                actions: [{ type: 'takeDevice', params: ({ event }) => ({ device: event.output }) }, 'noteAnswer'],
              },
              { target: 'missing', actions: 'noteAnswer' },
            ],
            onError: { target: 'failed', actions: [failed('Dispositivo não carregado.'), 'noteSilence'] },
          },
        },
        missing: { description: 'The server knows no such device.', tags: 'missing' },
        failed: {
          tags: 'seekingFailed',
          on: { 'devices.reload': 'loading', 'socket.restored': 'loading', 'deviceService.restored': 'loading' },
        },
      },
    },
    reach: {
      description:
        'How devices are, as the server and the gates tell; those in trouble have a name before anybody asks for all (PAGE-1).',
      initial: 'told',
      on: {
        'health.checked': [
          {
            guard: { type: 'isTroubledUnlisted', params: ({ event }) => event },
            target: '.loading',
            actions: { type: 'takeReach', params: ({ event }) => event },
          },
          { actions: { type: 'takeReach', params: ({ event }) => event } },
        ],
        'socket.batch': [
          {
            guard: { type: 'isUnlistedDown', params: ({ event }) => event },
            target: '.loading',
            actions: { type: 'takeActivities', params: ({ event }) => event },
          },
          {
            guard: { type: 'hasActivities', params: ({ event }) => event },
            actions: { type: 'takeActivities', params: ({ event }) => event },
          },
        ],
      },
      states: {
        told: {},
        loading: {
          tags: 'troublesUnknown',
          invoke: {
            src: 'loadTroubled',
            onDone: {
              target: 'told',
              actions: { type: 'takeTroubled', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Dispositivos com problema não carregados.') },
          },
        },
        failed: {
          tags: 'troublesUnknown',
          on: { 'deviceService.restored': 'loading' },
        },
      },
    },
    contact: {
      description:
        'Whether the device service was reached when it was last asked: else the devices are unknown (DEV-3).',
      initial: 'current',
      states: {
        current: { on: { 'deviceService.lost': 'lost', 'server.silent': 'lost' } },
        lost: { tags: 'unknown', on: { 'server.answered': 'current', 'deviceService.restored': 'current' } },
      },
    },
    care: {
      description: 'Whether somebody looks after the devices: else they are unknown, too.',
      initial: 'current',
      states: {
        current: { on: { 'health.unreachable': 'lost' } },
        lost: { tags: 'unknown', on: { 'health.checked': 'current' } },
      },
    },
  },
})
