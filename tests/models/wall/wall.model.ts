import { setup } from 'xstate'
import type { WallView } from '../../../contract/wire/answers/wall.ts'
import { incidentOf } from '../incidents/incident-fixtures.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

const second = 1_000
const minute = 60 * second
const answerTimeoutMs = 10 * second
const askEveryMs = 5 * second
const refusedMs = minute
/** First tick of the one-second timer at which the last answer is more than 20 s old. */
const overdueMs = 21 * second

function viewOf(...incidents: WallView['incidents']): WallView {
  return {
    name: 'Guarita norte',
    condominiums: 1,
    devices: { total: 3, online: 3 - incidents.length, offline: incidents.length },
    oldestCheckAt: null,
    incidents,
    openIncidents: incidents.length,
    events: [],
  }
}

/** Answers of the server. */
export const views = {
  calm: viewOf(),
  unreported: viewOf(incidentOf('i1', { isTold: false })),
  one: viewOf(incidentOf('i1')),
  claimed: viewOf(incidentOf('i1', { life: 'claimed', owner: { id: 'u1', name: 'Ana' } })),
  another: viewOf(incidentOf('i2'), incidentOf('i1')),
  again: viewOf(incidentOf('i1', { reopenings: 1 })),
} as const

export type ViewName = keyof typeof views

/** Incidents that sound in each answer, with their number of reopenings. */
const calls: Record<ViewName, readonly string[]> = {
  calm: [],
  unreported: [],
  one: ['i1 0'],
  claimed: [],
  another: ['i2 0', 'i1 0'],
  again: ['i1 1'],
}

export interface WallModelContext extends ModelContext {
  answers: 'asking' | 'waiting' | 'refused'
  /** When the next request starts, or the current request times out. */
  turnAt: number
  trust: 'unheard' | 'current' | 'stopped'
  overdueAt: number
  shown: ViewName | null
  sound: 'off' | 'asking' | 'allowed' | 'blocked' | 'sounding'
  version: 'current' | 'checking' | 'outdated'
  checkAt: number
  /** Interval between version checks, in milliseconds. */
  versionEveryMs: number
}

export type WallModelEvent =
  | { type: 'server.answers'; view: ViewName }
  | { type: 'server.refuses' }
  | { type: 'server.fails' }
  | { type: 'browser.allows'; isAllowed: boolean }
  | { type: 'browser.plays'; isPlayed: boolean }
  | { type: 'sound.fails' }
  | { type: 'version.is'; isOutdated: boolean }
  | { type: 'version.fails' }
  | { type: 'person.switchesOn' }
  | { type: 'person.switchesOff' }
  | { type: 'person.allows' }
  /** Lasts until the next deadline. */
  | { type: 'time.passes' }

type Context = WallModelContext
const { update } = modelActions<Context, WallModelEvent>()

const asks = (name: string) => entry('asks', name)
const logs = (message: string) => entry('does', 'logFailure', message)

function ask(context: Context): Partial<Context> {
  return { answers: 'asking', turnAt: context.now + answerTimeoutMs, did: [...context.did, asks('load')] }
}

function wait(context: Context): Partial<Context> {
  return { answers: 'waiting', turnAt: context.now + askEveryMs }
}

/** Moves the clock to the next deadline. */
function nextTurn(context: Context): Partial<Context> {
  const { answers, turnAt, trust, overdueAt, version, checkAt, did } = context
  const overdue = trust === 'stopped' ? Number.POSITIVE_INFINITY : overdueAt
  const check = version === 'current' ? checkAt : Number.POSITIVE_INFINITY
  const now = Math.min(turnAt, overdue, check)
  const then = { ...context, now }
  return {
    now,
    ...(now === turnAt && (answers === 'asking' ? wait(then) : ask(then))),
    ...(now === overdue && { trust: 'stopped' as const }),
    ...(now === check && {
      version: 'checking' as const,
      did: [...(now === turnAt && answers !== 'asking' ? [...did, asks('load')] : did), asks('isOutdated')],
    }),
  }
}

function sounds({ sound }: Context): boolean {
  return sound === 'asking' || sound === 'allowed' || sound === 'blocked'
}

/** INC-8: shows only current data; a new unclaimed incident sounds once; a new version waits for no incidents. */
export const wallModel = setup({
  types: {} as { context: Context; events: WallModelEvent; input: { isSoundWanted: boolean; versionEveryMs: number } },
}).createMachine({
  id: 'wall model',
  context: ({ input: { isSoundWanted, versionEveryMs } }) => ({
    now: 0,
    did: isSoundWanted ? [asks('load'), asks('askAllowed')] : [asks('load')],
    answers: 'asking',
    turnAt: answerTimeoutMs,
    trust: 'unheard',
    overdueAt: overdueMs,
    shown: null,
    sound: isSoundWanted ? 'asking' : 'off',
    version: 'current',
    checkAt: versionEveryMs,
    versionEveryMs,
  }),
  on: {
    'server.answers': {
      actions: update((context, event) => {
        if (event.type !== 'server.answers') return {}
        const { did, shown, now, version } = context
        const before = shown === null ? [] : calls[shown]
        const isNew = calls[event.view].some((id) => !before.includes(id))
        const isSounding = isNew && sounds(context)
        const isReloading = version === 'outdated' && calls[event.view].length === 0
        return {
          ...wait(context),
          trust: 'current',
          overdueAt: now + overdueMs,
          shown: event.view,
          ...(isSounding && { sound: 'sounding' as const }),
          did: [...did, ...(isSounding ? [asks('sound')] : []), ...(isReloading ? [entry('does', 'reloadPage')] : [])],
        }
      }),
    },
    'server.refuses': { actions: update(({ now }) => ({ answers: 'refused', turnAt: now + refusedMs })) },
    'server.fails': {
      actions: update((context) => ({
        ...wait(context),
        did: [...context.did, logs('O servidor não disse como estão as coisas.')],
      })),
    },
    'browser.allows': {
      actions: update((_, event) => ({
        sound: event.type === 'browser.allows' && event.isAllowed ? 'allowed' : 'blocked',
      })),
    },
    'browser.plays': {
      actions: update((_, event) => ({
        sound: event.type === 'browser.plays' && event.isPlayed ? 'allowed' : 'blocked',
      })),
    },
    'sound.fails': {
      actions: update(({ did, sound }) => ({
        sound: 'blocked',
        did: [...did, logs(sound === 'asking' ? 'Som não permitido.' : 'Som não tocado.')],
      })),
    },
    'version.is': {
      actions: update(({ now, versionEveryMs }, event) =>
        event.type === 'version.is' && event.isOutdated
          ? { version: 'outdated' }
          : { version: 'current', checkAt: now + versionEveryMs },
      ),
    },
    'version.fails': {
      actions: update(({ did, now, versionEveryMs }) => ({
        version: 'current',
        checkAt: now + versionEveryMs,
        did: [...did, logs('Versão não verificada.')],
      })),
    },
    'person.switchesOn': {
      actions: update(({ did, sound }) =>
        sound === 'off'
          ? { sound: 'asking', did: [...did, entry('does', 'storeSoundPreference', true), asks('askAllowed')] }
          : {},
      ),
    },
    'person.switchesOff': {
      actions: update(({ did, sound }) =>
        sound === 'off' ? {} : { sound: 'off', did: [...did, entry('does', 'storeSoundPreference', false)] },
      ),
    },
    'person.allows': {
      actions: update(({ did, sound }) =>
        sound === 'blocked' ? { sound: 'sounding', did: [...did, asks('sound')] } : {},
      ),
    },
    'time.passes': { actions: update(nextTurn) },
  },
})
