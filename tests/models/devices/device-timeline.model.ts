import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Pages of the timeline: the newest, with or without a next page, and an older one, which is the last. */
export type Page = 'newest' | 'newestOfMore' | 'older'

export interface TimelineModelContext extends ModelContext {
  wordCode: string
  /** Ids on screen. */
  shown: readonly string[]
  hasMore: boolean
}

export type TimelineModelEvent =
  | { type: 'person.opens'; wordCode: string }
  | { type: 'person.leaves' }
  | { type: 'device.changes' }
  | { type: 'person.wantsMore' }
  | { type: 'person.retries' }
  | { type: 'service.recovers' }
  | { type: 'page.arrives'; page: Page }
  | { type: 'page.fails' }
  | { type: 'page.isUnknown' }

const ids = { newest: ['c1'], newestOfMore: ['c2', 'c1'], older: ['c0'] } as const

export function pageOf(page: Page) {
  const share = { onlineMs: 1, offlineMs: 0, unknownMs: 0, inactiveMs: 0 }
  return {
    result: ids[page].map((id) => ({ id, at: '2026-03-02T09:00:00Z', kind: 'online' as const, description: '' })),
    nextCursor: page === 'newestOfMore' ? 'mais' : null,
    availability: { day: share, month: share },
  }
}

const { logs, update } = modelActions<TimelineModelContext, TimelineModelEvent>()
const asks = (before: string | null) =>
  update(({ did, wordCode }) => ({ did: [...did, entry('asks', 'loadPage', { wordCode, before })] }))
const takes = update(({ shown, hasMore }, event) => {
  if (event.type !== 'page.arrives') return {}
  const newest: readonly string[] = ids[event.page]
  const meetsAt = shown.indexOf('c1')
  // Loaded entries stay behind the newest page if the two overlap.
  if (meetsAt >= 0) return { shown: [...newest, ...shown.slice(meetsAt + 1)], hasMore }
  return { shown: newest, hasMore: event.page === 'newestOfMore' }
})

/** PAGE-5: newest first, older entries on request, and loaded again whenever the device changes. */
export const timelineModel = setup({
  types: {} as { context: TimelineModelContext; events: TimelineModelEvent },
  guards: { hasMore: ({ context }) => context.hasMore },
}).createMachine({
  id: 'device timeline model',
  context: { now: 0, did: [], wordCode: '', shown: [], hasMore: false },
  on: {
    'person.opens': {
      target: '.loading',
      actions: update((_, event) =>
        event.type === 'person.opens' ? { wordCode: event.wordCode, shown: [], hasMore: false } : {},
      ),
    },
    'person.leaves': '.unwanted',
  },
  initial: 'unwanted',
  states: {
    unwanted: {},
    loading: {
      tags: 'busy',
      entry: asks(null),
      on: {
        'page.arrives': { target: 'loaded', actions: takes },
        'page.fails': 'failed',
        'page.isUnknown': 'absent',
        'device.changes': { target: 'loading', reenter: true },
      },
    },
    loaded: {
      on: {
        'device.changes': 'loading',
        'person.retries': 'loading',
        'service.recovers': 'loading',
        'person.wantsMore': { guard: 'hasMore', target: 'loadingMore' },
      },
    },
    loadingMore: {
      tags: 'busy',
      entry: asks('mais'),
      on: {
        'page.arrives': {
          target: 'loaded',
          actions: update(({ shown }) => ({ shown: [...shown, ...ids.older], hasMore: false })),
        },
        'page.fails': 'failed',
        'device.changes': 'loading',
      },
    },
    absent: {
      description: 'A server with only the contract of the specification has no timeline: this is no failure.',
      tags: 'absent',
      on: { 'device.changes': 'loading' },
    },
    failed: {
      tags: 'error',
      entry: logs('Linha do tempo não carregada.'),
      on: { 'device.changes': 'loading', 'person.retries': 'loading', 'service.recovers': 'loading' },
    },
  },
})
