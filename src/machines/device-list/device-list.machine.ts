import { assign, type EventObject, raise, setup } from 'xstate'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceReach } from '../../../contract/wire/answers/devices/health.ts'
import type { DevicePage } from '../../services/devices/device-control-api.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { listOldAfterMs } from '../parts/list-age.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import { DeviceBoard } from './device-board.ts'

type Call = 'list' | 'place' | 'one' | 'troubled'

interface DeviceListContext {
  board: DeviceBoard
  /** The revision of the board that views must show. */
  revision: number
  /** Cursor of the next part of the list; '' for the first. */
  cursor: string
  /** Number of the list, from `DeviceBoard.beginList`. */
  roll: number
  /** Number of the list of the condominium on screen. */
  placeRoll: number
  /** The board's `order` when each call was made: later news win over its answer. */
  asked: Readonly<Record<Call, number>>
  /** Number of views that show all devices. */
  viewCount: number
  /** The condominium with the devices on screen; '' without one. */
  condominiumId: string
  /** The requested device that is not on the board yet. */
  wanted: string
}

/** Events of the list while it is loaded. */
export type DeviceListPart =
  /** `cursor`: start of the following part; missing inside a page. */
  | { type: 'list.part'; devices: readonly Device[]; cursor?: string }
  | { type: 'list.end' }
  | { type: 'list.break'; error: unknown }

export type DeviceListEvent =
  | DeviceListPart
  /** A view of all devices was opened, or left. */
  | { type: 'devices.want' }
  | { type: 'devices.leave' }
  /** A page with the devices of one condominium was opened, or left. */
  | { type: 'place.want'; condominiumId: string }
  | { type: 'place.leave' }
  | { type: 'devices.reload' }
  /** A page of this device was opened. */
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

/** The devices that the user may see, and whether their known status is current (DEV-6). */
export const deviceListMachine = setup({
  types: {} as {
    context: DeviceListContext
    events: DeviceListEvent
    tags:
      | 'busy'
      | 'error'
      | 'loaded'
      | 'placeError'
      | 'placeLoaded'
      | 'unknown'
      | 'missing'
      | 'seeking'
      | 'seekingFailed'
      | 'troublesUnknown'
  },
  actors: {
    /** Loads one page of the devices that the server could not reach. */
    loadTroubled: promiseNotProvided<DevicePage>('deviceList.loadTroubled'),
    /** Loads the list in parts, from the cursor on. */
    loadList: callbackNotProvided<EventObject, { cursor: string }>('deviceList.loadList'),
    /** Loads all devices of one condominium. */
    loadPlace: promiseNotProvided<readonly Device[], { condominiumId: string }>('deviceList.loadPlace'),
    /** Resolves with null if the device does not exist. */
    loadDevice: promiseNotProvided<Device | null, { wordCode: string }>('deviceList.loadDevice'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceList.logFailure'),
    ask: assign(({ context }, { call }: { call: Call }) => ({
      asked: { ...context.asked, [call]: context.board.order },
    })),
    beginPlace: assign(({ context }) => ({ placeRoll: context.board.beginList() })),
    beginList: assign(({ context }) => ({ cursor: '', roll: context.board.beginList() })),
    takePart: assign(({ context, self }, part: { devices: readonly Device[]; cursor?: string }) => {
      context.board.putAll(part.devices, serverNow(self), context.asked.list)
      return { revision: context.board.revision, cursor: part.cursor ?? context.cursor }
    }),
    endList: assign(({ context }) => {
      context.board.endList(context.roll)
      return { revision: context.board.revision }
    }),
    countView: assign(({ context }) => ({ viewCount: context.viewCount + 1 })),
    uncountView: assign(({ context }) => ({ viewCount: Math.max(0, context.viewCount - 1) })),
    wantPlace: assign((_, { condominiumId }: { condominiumId: string }) => ({ condominiumId })),
    leavePlace: assign({ condominiumId: '' }),
    takePlace: assign(({ context, self }, { devices }: { devices: readonly Device[] }) => {
      const { board, condominiumId, placeRoll, asked } = context
      board.putAll(devices, serverNow(self), asked.place)
      board.endList(placeRoll, condominiumId)
      return { revision: board.revision }
    }),
    takeTroubled: assign(({ context, self }, { page }: { page: DevicePage }) => {
      context.board.putAll(page.devices, serverNow(self), context.asked.troubled)
      return { revision: context.board.revision }
    }),
    takeChanged: assign(({ context, self }, { device }: { device: Device }) => {
      context.board.put(device, serverNow(self))
      return { revision: context.board.revision }
    }),
    takeDevice: assign(({ context, self }, { device }: { device: Device | null }) => {
      if (device !== null) context.board.putAll([device], serverNow(self), context.asked.one)
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
    /** Stores a device that is shown, for a start without the server. */
    storeShown: effectNotProvided<{ device: Device | undefined }>('deviceList.storeShown'),
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
    isOnlyView: ({ context }) => context.viewCount <= 1,
    isFound: (_, { device }: { device: Device | null }) => device !== null,
    hasActivities: (_, { activities }: GateBatch) => activities.length > 0,
  },
  delays: { aging: listOldAfterMs },
}).createMachine({
  id: 'deviceList',
  meta: { requirements: ['BOOT-3', 'DEV-3', 'DEV-6', 'LIVE-1', 'LIVE-5', 'LIVE-7', 'PAGE-2'] },
  context: () => ({
    board: new DeviceBoard(),
    revision: 0,
    cursor: '',
    roll: 0,
    placeRoll: 0,
    asked: { list: 0, place: 0, one: 0, troubled: 0 },
    viewCount: 0,
    condominiumId: '',
    wanted: '',
  }),
  type: 'parallel',
  on: {
    'device.changed': { actions: { type: 'takeChanged', params: ({ event }) => event } },
    'device.deleted': { actions: { type: 'removeDevice', params: ({ event }) => event } },
  },
  states: {
    list: {
      description: 'All devices, loaded in parts.',
      initial: 'unasked',
      on: { 'devices.want': { actions: 'countView' }, 'devices.leave': { actions: 'uncountView' } },
      states: {
        unasked: {
          description: 'No page has shown the devices yet: 50,000 devices are not loaded without need.',
          on: { 'devices.want': { target: 'loading', actions: ['countView', 'beginList'] } },
        },
        loading: {
          description: 'The loaded parts are shown while the rest is loading.',
          tags: 'busy',
          entry: { type: 'ask', params: { call: 'list' } },
          on: {
            'devices.reload': {
              description: 'The loaded parts may lack devices that were added in the meantime.',
              target: 'loading',
              reenter: true,
              actions: 'beginList',
            },
            'socket.restored': {
              description: 'The loaded parts may lack changes that were reported while the connection was lost.',
              target: 'loading',
              reenter: true,
              actions: 'beginList',
            },
            'devices.leave': [
              { guard: 'isOnlyView', target: 'left', actions: 'uncountView' },
              { actions: 'uncountView' },
            ],
            'list.part': { actions: { type: 'takePart', params: ({ event }) => event } },
            'list.end': { target: 'loaded', actions: ['endList', 'noteAnswer'] },
            'list.break': { target: 'failed', actions: [failed('Dispositivos não carregados.'), 'noteSilence'] },
          },
          invoke: {
            src: 'loadList',
            input: ({ context }) => ({ cursor: context.cursor }),
            onError: { target: 'failed', actions: [failed('Dispositivos não carregados.'), 'noteSilence'] },
          },
        },
        left: {
          description: 'No view shows the list: the missing parts are loaded when a view opens.',
          on: {
            'devices.want': { target: 'loading', actions: 'countView' },
            // The loaded parts are outdated: the next view loads the whole list again.
            'devices.reload': 'unasked',
            'socket.restored': 'unasked',
            'deviceService.restored': 'unasked',
          },
        },
        loaded: {
          tags: 'loaded',
          on: {
            'devices.reload': { target: 'loading', actions: 'beginList' },
            'socket.restored': { target: 'loading', actions: 'beginList' },
            'deviceService.restored': { target: 'loading', actions: 'beginList' },
          },
          initial: 'fresh',
          states: {
            fresh: { after: { aging: 'old' } },
            old: {
              description: 'No message reports a device that another user added or changed: the next view asks again.',
              on: { 'devices.want': { target: '#deviceList.list.loading', actions: ['countView', 'beginList'] } },
            },
          },
        },
        failed: {
          description: 'The loaded parts stay, but the list is incomplete.',
          tags: 'error',
          on: {
            'devices.want': { target: 'loading', actions: ['countView', 'beginList'] },
            'devices.reload': { target: 'loading', actions: 'beginList' },
            'socket.restored': { target: 'loading', actions: 'beginList' },
            'deviceService.restored': { target: 'loading', actions: 'beginList' },
          },
        },
      },
    },
    place: {
      description: 'The devices of the condominium on screen, loaded without the others (PAGE-2).',
      initial: 'idle',
      on: {
        'place.want': { target: '.loading', actions: { type: 'wantPlace', params: ({ event }) => event } },
        'place.leave': { target: '.idle', actions: 'leavePlace' },
      },
      states: {
        idle: {},
        loading: {
          entry: ['beginPlace', { type: 'ask', params: { call: 'place' } }],
          on: {
            'devices.reload': { target: 'loading', reenter: true },
            'socket.restored': { target: 'loading', reenter: true },
          },
          invoke: {
            src: 'loadPlace',
            input: ({ context }) => ({ condominiumId: context.condominiumId }),
            onDone: {
              target: 'loaded',
              actions: [{ type: 'takePlace', params: ({ event }) => ({ devices: event.output }) }, 'noteAnswer'],
            },
            onError: {
              target: 'failed',
              actions: [failed('Dispositivos do condomínio não carregados.'), 'noteSilence'],
            },
          },
        },
        loaded: {
          tags: 'placeLoaded',
          on: { 'devices.reload': 'loading', 'socket.restored': 'loading', 'deviceService.restored': 'loading' },
        },
        failed: {
          tags: 'placeError',
          on: { 'devices.reload': 'loading', 'socket.restored': 'loading', 'deviceService.restored': 'loading' },
        },
      },
    },
    one: {
      description: 'A requested device that is not on the board: its page may open before the list is loaded.',
      initial: 'idle',
      on: {
        'device.want': [
          {
            guard: { type: 'isOnBoard', params: ({ event }) => event },
            target: '.idle',
            actions: {
              type: 'storeShown',
              params: ({ context, event }) => ({ device: context.board.get(event.wordCode) }),
            },
          },
          { target: '.loading', actions: { type: 'want', params: ({ event }) => event } },
        ],
      },
      states: {
        idle: {},
        loading: {
          tags: 'seeking',
          entry: { type: 'ask', params: { call: 'one' } },
          on: { 'socket.restored': { target: 'loading', reenter: true } },
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
        missing: { description: 'The device does not exist on the server.', tags: 'missing' },
        failed: {
          tags: 'seekingFailed',
          on: { 'devices.reload': 'loading', 'socket.restored': 'loading', 'deviceService.restored': 'loading' },
        },
      },
    },
    reach: {
      description: 'The status of devices; devices with problems are loaded before the full list (PAGE-1).',
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
          entry: { type: 'ask', params: { call: 'troubled' } },
          on: { 'socket.restored': { target: 'loading', reenter: true } },
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
      description: 'Whether the device service answered the last call: else the status is unknown (DEV-3).',
      initial: 'current',
      states: {
        current: { on: { 'deviceService.lost': 'lost', 'server.silent': 'lost' } },
        lost: { tags: 'unknown', on: { 'server.answered': 'current', 'deviceService.restored': 'current' } },
      },
    },
    care: {
      description: "Whether the server's health checks work: if not, the status of devices is unknown.",
      initial: 'current',
      states: {
        current: { on: { 'health.unreachable': 'lost' } },
        lost: { tags: 'unknown', on: { 'health.checked': 'current' } },
      },
    },
  },
})
