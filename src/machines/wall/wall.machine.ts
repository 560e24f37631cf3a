import { assign, raise, setup } from 'xstate'
import type { WallView } from '../../../contract/wire/answers/wall.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { callingIds, hasNew } from './wall-calls.ts'

/** Times of the wall, in milliseconds (INC-8). */
export const wallTimes = {
  beatMs: 1_000,
  askEveryMs: 5_000,
  answerTimeoutMs: 10_000,
  /** So long after the last answer nothing is claimed any more. */
  stoppedAfterMs: 20_000,
  /** How often a link that was refused is tried again: it may be a server's own trouble. */
  refusedForMs: 60_000,
  checkVersionEveryMs: 30 * 60_000,
} as const

interface WallContext {
  /** How things were at the last answer. */
  view: WallView | null
  /** When that came, or since when there has been none, on this computer's clock, in milliseconds since the epoch. */
  heardAt: number
  /** When it beat last. */
  beatAt: number
  /** Ids of the incidents that call somebody. */
  calling: readonly string[]
  /** Whether this browser wanted sound when the page came. */
  isSoundWanted: boolean
}

export type WallEvent =
  | { type: 'sound.switchOn' }
  | { type: 'sound.switchOff' }
  /** Somebody has touched the page: the browser may let it sound now. */
  | { type: 'sound.try' }
  /** The server has told how things are. */
  | { type: 'wall.answered'; view: WallView }
  /** There is something new that nobody is on. */
  | { type: 'wall.called' }
  | { type: 'wall.beat' }

type Answered = { view: WallView }

const overdue = { 'wall.beat': { guard: 'isOverdue', target: 'stopped' } } as const

/** A screen that hangs on a wall and that nobody touches: how things are, whether it is alive, and a sound for what is new (INC-8). */
export const wallMachine = setup({
  types: {} as {
    context: WallContext
    events: WallEvent
    input: { isSoundWanted: boolean }
    tags: 'refused' | 'unheard' | 'stopped' | 'soundOn' | 'soundBlocked'
  },
  actors: {
    load: promiseNotProvided<WallView>('wall.load'),
    /** Whether the browser lets the page sound. */
    askAllowed: promiseNotProvided<boolean>('wall.askAllowed'),
    /** Sounds; whether it could. */
    sound: promiseNotProvided<boolean>('wall.sound'),
    /** Whether the server has another version of this page. */
    isOutdated: promiseNotProvided<boolean>('wall.isOutdated'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('wall.logFailure'),
    storeSoundPreference: effectNotProvided<{ isOn: boolean }>('wall.storeSoundPreference'),
    reloadPage: effectNotProvided('wall.reloadPage'),
    beat: assign({ beatAt: ({ self }) => now(self) }),
    tellBeat: raise({ type: 'wall.beat' }),
    tell: raise((_, { view }: Answered) => ({ type: 'wall.answered' as const, view })),
    call: raise({ type: 'wall.called' }),
    take: assign(({ self }, { view }: Answered) => ({ view, heardAt: now(self), calling: callingIds(view) })),
  },
  guards: {
    isRefused: (_, { error }: { error: unknown }) => callFailureOf(error).status === 401,
    isAnyNew: ({ context }, { view }: Answered) => hasNew(callingIds(view), context.calling),
    isCalm: (_, { view }: Answered) => callingIds(view).length === 0,
    /** Also where this computer slept, or its clock was set. */
    isOverdue: ({ context: { heardAt, beatAt } }) => beatAt < heardAt || beatAt - heardAt > wallTimes.stoppedAfterMs,
    isSoundWanted: ({ context }) => context.isSoundWanted,
    isSo: (_, { is }: { is: boolean }) => is,
  },
  delays: {
    beat: wallTimes.beatMs,
    askEvery: wallTimes.askEveryMs,
    answerTimeout: wallTimes.answerTimeoutMs,
    refusedFor: wallTimes.refusedForMs,
    checkVersionEvery: wallTimes.checkVersionEveryMs,
  },
}).createMachine({
  id: 'wall',
  meta: { requirements: ['INC-8'] },
  context: ({ self, input }) => ({ view: null, heardAt: now(self), beatAt: now(self), calling: [], ...input }),
  type: 'parallel',
  states: {
    beat: {
      description: 'A second after the other: a chart that stands still is seen to.',
      initial: 'beating',
      states: {
        beating: { after: { beat: { target: 'beating', reenter: true, actions: ['beat', 'tellBeat'] } } },
      },
    },
    answers: {
      description: 'The server is asked again and again, and never by two at once.',
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'load',
            onDone: {
              target: 'waiting',
              actions: { type: 'tell', params: ({ event }) => ({ view: event.output }) },
            },
            onError: [
              { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'refused' },
              { target: 'waiting', actions: failed('O servidor não disse como estão as coisas.') },
            ],
          },
          after: { answerTimeout: 'waiting' },
        },
        waiting: { after: { askEvery: 'asking' } },
        refused: {
          description: 'The link was revoked: what was known is shown no more.',
          tags: 'refused',
          after: { refusedFor: 'asking' },
        },
      },
    },
    trust: {
      description: 'Whether what is shown is how things are.',
      initial: 'unheard',
      on: {
        'wall.answered': [
          {
            guard: { type: 'isAnyNew', params: ({ event }) => event },
            target: '.current',
            actions: [answered(), 'call'],
          },
          { target: '.current', actions: answered() },
        ],
      },
      states: {
        unheard: { description: 'Nothing was ever told.', tags: 'unheard', on: overdue },
        current: { on: overdue },
        stopped: { description: 'Nobody knows how things are.', tags: 'stopped' },
      },
    },
    wish: {
      description: 'Whether this screen is to sound, for what is new and nobody is on.',
      initial: 'kept',
      states: {
        kept: { always: [{ guard: 'isSoundWanted', target: 'on' }, { target: 'off' }] },
        off: {
          on: { 'sound.switchOn': { target: 'on', actions: { type: 'storeSoundPreference', params: { isOn: true } } } },
        },
        on: {
          tags: 'soundOn',
          on: {
            'sound.switchOff': { target: 'off', actions: { type: 'storeSoundPreference', params: { isOn: false } } },
          },
          initial: 'asking',
          states: {
            asking: {
              description: 'Before anything happens: a screen that cannot sound says so.',
              on: { 'wall.called': 'sounding' },
              invoke: {
                src: 'askAllowed',
                onDone: [{ guard: { type: 'isSo', params: so }, target: 'allowed' }, { target: 'blocked' }],
                onError: { target: 'blocked', actions: failed('Som não permitido.') },
              },
            },
            allowed: { on: { 'wall.called': 'sounding' } },
            blocked: {
              description: 'Somebody must touch the page before this browser plays.',
              tags: 'soundBlocked',
              on: { 'wall.called': 'sounding', 'sound.try': 'sounding' },
            },
            sounding: {
              description: 'What comes while it sounds needs no sound of its own.',
              invoke: {
                src: 'sound',
                onDone: [{ guard: { type: 'isSo', params: so }, target: 'allowed' }, { target: 'blocked' }],
                onError: { target: 'blocked', actions: failed('Som não tocado.') },
              },
            },
          },
        },
      },
    },
    version: {
      description: 'A page that stays for months takes a new version while nothing calls.',
      initial: 'current',
      states: {
        current: { after: { checkVersionEvery: 'checking' } },
        checking: {
          invoke: {
            src: 'isOutdated',
            onDone: [{ guard: { type: 'isSo', params: so }, target: 'outdated' }, { target: 'current' }],
            onError: { target: 'current', actions: failed('Versão não verificada.') },
          },
        },
        outdated: {
          description: 'The server answers, and nothing calls: then.',
          on: { 'wall.answered': { guard: { type: 'isCalm', params: ({ event }) => event }, actions: 'reloadPage' } },
        },
      },
    },
  },
})

function answered() {
  return { type: 'take', params: ({ event }: { event: Answered }) => event } as const
}

function so({ event }: { event: { output: boolean } }) {
  return { is: event.output }
}
