import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { minute, second } from '../session/session-fixtures.ts'

/** The two lists that are loaded from the server. */
export type Asked = 'loadLastEvents' | 'loadPortTests'

interface Asking {
  state: 'waiting' | 'loading' | 'loaded' | 'failed'
  /** When the list is loaded next, in milliseconds; null while it is loading. */
  dueAt: number | null
}

export interface ActivityModelContext extends ModelContext {
  asking: Readonly<Record<Asked, Asking>>
  /** The list that was answered last; it is loaded second if both fall due together. */
  lastAnswered: Asked
  /** When the last event of the condominium occurred, in milliseconds; null if unknown. */
  lastEventAt: number | null
  ports: readonly string[]
  /** Number of changes reported to the views. */
  revision: number
}

export type ActivityModelEvent =
  | { type: 'server.answersEvents'; minutesAgo: number }
  | { type: 'server.answersPortTests'; ip: string }
  | { type: 'server.fails'; about: Asked }
  | { type: 'socket.delivers' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'lastKnown.isOver' }
  | { type: 'person.refreshes' }
  | { type: 'next.isDue' }

const failures = {
  loadLastEvents: 'Últimos eventos não carregados.',
  loadPortTests: 'Testes de rede não carregados.',
} as const

type Context = ActivityModelContext
const { update } = modelActions<Context, ActivityModelEvent>()

/** When the next load is due; Infinity while both lists are loading. */
export function nextDueAt({ asking }: Context): number {
  return Math.min(...Object.values(asking).map(({ dueAt }) => dueAt ?? Number.POSITIVE_INFINITY))
}

function asked({ asking, did }: Context, ...questions: Asked[]): Pick<Context, 'asking' | 'did'> {
  const loading = questions.map((about) => [about, { state: 'loading', dueAt: null }] as const)
  return {
    asking: { ...asking, ...Object.fromEntries(loading) },
    did: [...did, ...questions.map((about) => entry('asks', about))],
  }
}

function answered({ asking, now }: Context, about: Asked, state: 'loaded' | 'failed') {
  return { asking: { ...asking, [about]: { state, dueAt: now + 30 * minute } }, lastAnswered: about }
}

const asksBoth = update((context) => asked(context, 'loadLastEvents', 'loadPortTests'))

/** ACT-1, ACT-3: lists load after sign-in, every half hour, and immediately on refresh or reconnection. */
export const activityModel = setup({
  types: {} as { context: Context; events: ActivityModelEvent },
}).createMachine({
  id: 'activity model',
  context: {
    now: 0,
    did: [],
    asking: {
      loadLastEvents: { state: 'waiting', dueAt: 3 * second },
      loadPortTests: { state: 'waiting', dueAt: 3 * second },
    },
    lastAnswered: 'loadPortTests',
    lastEventAt: null,
    ports: [],
    revision: 0,
  },
  on: {
    'server.answersEvents': {
      actions: update((context, event) => {
        if (event.type !== 'server.answersEvents') return {}
        const at = context.now - event.minutesAgo * minute
        const { lastEventAt, revision } = context
        return {
          ...answered(context, 'loadLastEvents', 'loaded'),
          lastEventAt: Math.max(lastEventAt ?? at, at),
          revision: revision + 1,
        }
      }),
    },
    'server.answersPortTests': {
      actions: update((context, event) =>
        event.type === 'server.answersPortTests'
          ? { ...answered(context, 'loadPortTests', 'loaded'), ports: [event.ip] }
          : {},
      ),
    },
    'server.fails': {
      actions: update((context, event) =>
        event.type === 'server.fails'
          ? {
              ...answered(context, event.about, 'failed'),
              did: [...context.did, entry('does', 'logFailure', failures[event.about])],
            }
          : {},
      ),
    },
    'socket.delivers': {
      actions: update(({ did, now, revision }) => ({
        did: [...did, entry('does', 'broadcast', ['c1'])],
        lastEventAt: now,
        revision: revision + 1,
      })),
    },
    'socket.isRestored': { actions: asksBoth },
    'lastKnown.isOver': { actions: asksBoth },
    'service.recovers': {
      actions: update((context) => {
        const { asking } = context
        const unanswered = (['loadLastEvents', 'loadPortTests'] as const).filter(
          (about) => asking[about].state === 'failed',
        )
        return asked(context, ...unanswered)
      }),
    },
    'person.refreshes': { actions: asksBoth },
    'next.isDue': {
      actions: update((context) => {
        const now = nextDueAt(context)
        const { asking, lastAnswered } = context
        const first = lastAnswered === 'loadPortTests' ? 'loadLastEvents' : 'loadPortTests'
        const due = ([first, lastAnswered] as const).filter((about) => asking[about].dueAt === now)
        return { now, ...asked(context, ...due) }
      }),
    },
  },
})
