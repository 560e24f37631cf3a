import { assign, raise, setup } from 'xstate'
import type { WallView } from '../../../contract/wire/answers/wall.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Times of the wall, in milliseconds (INC-8). */
export const wallTimes = {
  beatMs: 1_000,
  askEveryMs: 5_000,
  answerTimeoutMs: 10_000,
  /** Time without an answer after which the wall no longer shows its data as current. */
  stoppedAfterMs: 20_000,
  /** Delay before a refused link is tried again: the refusal may be a temporary fault of the server. */
  refusedForMs: 60_000,
  checkVersionEveryMs: 30 * 60_000,
} as const

/** `isPartial`: the page could not read a part of the answer (HTTP-7). */
export interface ReadWall extends WallView {
  isPartial?: boolean
}

interface WallContext {
  /** The last answer; null before the first. */
  view: ReadWall | null
  /** Time of the last answer, or of the page load before the first, on this computer's clock, in ms since the epoch. */
  heardAt: number
  /** When the last beat occurred, in milliseconds since the epoch. */
  beatAt: number
  /** Keys of the incidents to sound for (`callingIds`). */
  calling: readonly string[]
  /** Whether the stored preference of this browser was sound on when the page loaded. */
  isSoundWanted: boolean
}

export type WallEvent =
  | { type: 'sound.switchOn' }
  | { type: 'sound.switchOff' }
  /** A person touched the page: the browser may now allow sound. */
  | { type: 'sound.try' }
  /** The server answered with the current state. */
  | { type: 'wall.answered'; view: ReadWall }
  /** There is a new incident that no person has taken. */
  | { type: 'wall.called' }
  | { type: 'wall.beat' }

type Answered = { view: ReadWall }

const overdue = { 'wall.beat': { guard: 'isOverdue', target: 'stopped' } } as const

/** The page for a screen on a wall: current state, sign of life, and a sound for new incidents (INC-8). */
export const wallMachine = setup({
  types: {} as {
    context: WallContext
    events: WallEvent
    input: { isSoundWanted: boolean }
    tags: 'refused' | 'unheard' | 'stopped' | 'soundOn' | 'soundBlocked'
  },
  actors: {
    load: promiseNotProvided<ReadWall>('wall.load'),
    /** Resolves with whether the browser allows the page to play sound. */
    askAllowed: promiseNotProvided<boolean>('wall.askAllowed'),
    /** Plays the sound; resolves with whether the browser played it. */
    sound: promiseNotProvided<boolean>('wall.sound'),
    /** Resolves with whether the server serves another version of this page. */
    isOutdated: promiseNotProvided<boolean>('wall.isOutdated'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('wall.logFailure'),
    storeSoundPreference: effectNotProvided<{ isOn: boolean }>('wall.storeSoundPreference'),
    reloadPage: effectNotProvided('wall.reloadPage'),
    beat: assign({ beatAt: ({ self }) => now(self) }),
    raiseBeat: raise({ type: 'wall.beat' }),
    raiseAnswered: raise((_, { view }: Answered) => ({ type: 'wall.answered' as const, view })),
    call: raise({ type: 'wall.called' }),
    take: assign(({ self }, { view }: Answered) => ({ view, heardAt: now(self), calling: callingIds(view) })),
  },
  guards: {
    isRefused: (_, { error }: { error: unknown }) => callFailureOf(error).status === 401,
    isAnyNew: ({ context }, { view }: Answered) => callingIds(view).some((id) => !context.calling.includes(id)),
    isCalm: (_, { view }: Answered) => callingIds(view).length === 0,
    /** True also if this computer slept or its clock was changed. */
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
      description: 'Beats once a second, so that a frozen page is visible.',
      initial: 'beating',
      states: {
        beating: { after: { beat: { target: 'beating', reenter: true, actions: ['beat', 'raiseBeat'] } } },
      },
    },
    answers: {
      description: 'Asks the server repeatedly, one call at a time.',
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'load',
            onDone: {
              target: 'waiting',
              actions: { type: 'raiseAnswered', params: ({ event }) => ({ view: event.output }) },
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
          description: 'The link was revoked: the page no longer shows earlier data.',
          tags: 'refused',
          after: { refusedFor: 'asking' },
        },
      },
    },
    trust: {
      description: 'Whether the data on screen is current.',
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
        unheard: { description: 'The server has not answered yet.', tags: 'unheard', on: overdue },
        current: { on: overdue },
        stopped: { description: 'The current state is unknown.', tags: 'stopped' },
      },
    },
    soundPreference: {
      description: 'Whether this screen plays a sound for a new incident that no person has taken.',
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
              description: 'Checked before the first incident: a screen that cannot play sound shows a warning.',
              on: { 'wall.called': 'sounding' },
              invoke: {
                src: 'askAllowed',
                onDone: [{ guard: { type: 'isSo', params: so }, target: 'allowed' }, { target: 'blocked' }],
                onError: { target: 'blocked', actions: failed('Som não permitido.') },
              },
            },
            allowed: { on: { 'wall.called': 'sounding' } },
            blocked: {
              description: 'A person must touch the page before this browser plays sound.',
              tags: 'soundBlocked',
              on: { 'wall.called': 'sounding', 'sound.try': 'sounding' },
            },
            sounding: {
              description: 'An incident that arrives while the sound plays causes no second sound.',
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
      description: 'A page that stays open for months loads a new version while there is no new incident.',
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
          description: 'Reloads as soon as the server answers and there is no new incident.',
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

/** Keys of incidents to sound for: notified, not taken, not silenced. A reopened incident gets a new key. */
function callingIds({ incidents }: WallView): string[] {
  return incidents
    .filter(({ life, isTold }) => life === 'new' && isTold)
    .map(({ id, reopenings }) => `${id} ${reopenings}`)
}
