import { assign, setup } from 'xstate'
import type { DeviceTimeline } from '../../../contract/wire/answers/devices/device-timeline.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface DeviceTimelineContext {
  /** The device on screen. */
  wordCode: string
  /** The loaded part; null before the first answer. */
  timeline: DeviceTimeline | null
}

export type DeviceTimelineEvent =
  /** The page of this device was opened. */
  | { type: 'timeline.want'; wordCode: string }
  | { type: 'timeline.leave' }
  /** The device has changed: the timeline on the server may be newer. */
  | { type: 'timeline.changed' }
  | { type: 'timeline.more' }
  | { type: 'timeline.reload' }
  | { type: 'deviceService.restored' }

/** The server's timeline of the device on screen, page by page; loaded again when the device changes (PAGE-5). */
export const deviceTimelineMachine = setup({
  types: {} as { context: DeviceTimelineContext; events: DeviceTimelineEvent; tags: 'busy' | 'error' | 'absent' },
  actors: {
    /** `before`: null requests the newest page. */
    loadPage: promiseNotProvided<DeviceTimeline, { wordCode: string; before: string | null }>(
      'deviceTimeline.loadPage',
    ),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceTimeline.logFailure'),
    want: assign((_, { wordCode }: { wordCode: string }) => ({ wordCode, timeline: null })),
    takeNewest: assign(({ context }, { page }: { page: DeviceTimeline }) => ({
      timeline: withNewest(context.timeline, page),
    })),
    takeOlder: assign(({ context }, { page }: { page: DeviceTimeline }) => ({
      timeline: { ...page, result: [...(context.timeline?.result ?? []), ...page.result] },
    })),
  },
  guards: {
    hasMore: ({ context }) => (context.timeline?.nextCursor ?? null) !== null,
    isAbsent: (_, { error }: { error: unknown }) => callFailureOf(error).status === 404,
  },
}).createMachine({
  id: 'deviceTimeline',
  meta: { requirements: ['PAGE-5'] },
  context: { wordCode: '', timeline: null },
  on: {
    'timeline.want': { target: '.loading', actions: { type: 'want', params: ({ event }) => event } },
    'timeline.leave': '.unwanted',
  },
  initial: 'unwanted',
  states: {
    unwanted: {},
    loading: {
      description: 'Loads the newest page; the loaded entries stay on screen.',
      tags: 'busy',
      invoke: {
        src: 'loadPage',
        input: ({ context: { wordCode } }) => ({ wordCode, before: null }),
        onDone: {
          target: 'loaded',
          actions: { type: 'takeNewest', params: ({ event }) => ({ page: event.output }) },
        },
        onError: [
          { guard: { type: 'isAbsent', params: ({ event }) => event }, target: 'absent' },
          { target: 'failed', actions: failed('Linha do tempo não carregada.') },
        ],
      },
      on: { 'timeline.changed': { target: 'loading', reenter: true } },
    },
    loaded: {
      on: {
        'timeline.changed': 'loading',
        'timeline.reload': 'loading',
        'deviceService.restored': 'loading',
        'timeline.more': { guard: 'hasMore', target: 'loadingMore' },
      },
    },
    loadingMore: {
      description: 'Loads the page before the oldest entry on screen.',
      tags: 'busy',
      invoke: {
        src: 'loadPage',
        input: ({ context: { wordCode, timeline } }) => ({ wordCode, before: timeline?.nextCursor ?? null }),
        onDone: { target: 'loaded', actions: { type: 'takeOlder', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'failed', actions: failed('Linha do tempo não carregada.') },
      },
      on: { 'timeline.changed': 'loading' },
    },
    absent: {
      description: 'This server has no timeline: the page shows only what this panel did.',
      tags: 'absent',
      on: { 'timeline.changed': 'loading' },
    },
    failed: {
      tags: 'error',
      on: { 'timeline.changed': 'loading', 'timeline.reload': 'loading', 'deviceService.restored': 'loading' },
    },
  },
})

/** Adds the newest page to the loaded entries; drops the loaded entries if the newest page does not reach them. */
export function withNewest(known: DeviceTimeline | null, newest: DeviceTimeline): DeviceTimeline {
  const oldestNew = newest.result.at(-1)
  const meetsAt = known?.result.findIndex(({ id }) => id === oldestNew?.id) ?? -1
  if (known === null || meetsAt < 0) return newest
  return { ...newest, result: [...newest.result, ...known.result.slice(meetsAt + 1)], nextCursor: known.nextCursor }
}
