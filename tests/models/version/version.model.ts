import { assign, setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Result of a version check, by the version this browser stored and the version built into the page. */
export const findings = {
  same: { served: '2', stored: '2', built: '2', earlier: null, accepted: [] },
  firstVisit: { served: '2', stored: null, built: '2', earlier: null, accepted: [] },
  firstVisitOnOldPage: { served: '2', stored: null, built: '1', earlier: null, accepted: [] },
  otherStored: { served: '2', stored: '1', built: '2', earlier: '0', accepted: [] },
  otherBuilt: { served: '2', stored: '2', built: '1', earlier: '1', accepted: ['1'] },
  bothOther: { served: '2', stored: '1', built: '1', earlier: null, accepted: [] },
  otherNode: { served: '2', stored: '1', built: '2', earlier: '2', accepted: [] },
  otherNodeThanPage: { served: '2', stored: '1', built: '1', earlier: '2', accepted: ['1', '2'] },
  acceptedBefore: { served: '2', stored: '2', built: '1', earlier: null, accepted: ['2'] },
} as const

const calm = ['same', 'firstVisit', 'otherNode', 'otherNodeThanPage', 'acceptedBefore']

export type Finding = keyof typeof findings

export interface VersionModelContext extends ModelContext {
  visible: boolean
  /** Whether the page listens for chunks that fail to load. */
  observesChunks: boolean
  found: Finding | null
}

export type VersionModelEvent =
  | { type: 'check.finds'; finding: Finding }
  | { type: 'check.fails' }
  | { type: 'check.timesOut' }
  | { type: 'next.isDue' }
  | { type: 'chunk.fails' }
  | { type: 'chunks.areUnobserved' }
  | { type: 'page.hides' }
  | { type: 'page.shows' }
  | { type: 'storage.isCleared' }
  | { type: 'offer.taken' }
  | { type: 'server.announces'; version: string }

const did = (...entries: string[]) =>
  assign<VersionModelContext, VersionModelEvent, undefined, VersionModelEvent, never>({
    did: ({ context }) => [...context.did, ...entries],
  })
const passes = (ms: number) =>
  assign<VersionModelContext, VersionModelEvent, undefined, VersionModelEvent, never>({
    now: ({ context }) => context.now + ms,
  })
/** Wait until the next check: half an hour; one minute until the first answer. */
const waits = assign<VersionModelContext, VersionModelEvent, undefined, VersionModelEvent, never>({
  now: ({ context }) => context.now + (context.found === null ? 60_000 : 30 * 60_000),
})
const checks = did(entry('asks', 'compareVersions'))
const accepts = did(entry('does', 'storeAccepted', '2'))
const goesOn = did(entry('reports', 'version.settled'))
const saves = did(entry('does', 'storeServed', '2'))
const logs = did(entry('does', 'logFailure', 'Versão não verificada.'))

function keptBefore(finding: Finding): string {
  return findings[finding].stored ?? findings[finding].served
}

/**
 * VER-1, VER-2: a new version that is found on load reloads the page; a new version that is found later is offered. A
 * failed check changes nothing. If the server announces a version on the socket, the panel checks at once, or when the
 * page is visible again.
 */
export const versionModel = setup({
  types: {} as { context: VersionModelContext; events: VersionModelEvent },
  actions: {
    savesAgain: assign(({ context: { did, found } }) => ({
      did: [...did, entry('does', 'storeAgain', found === null ? undefined : keptBefore(found))],
    })),
    finds: assign(({ event }) => ({ found: event.type === 'check.finds' ? event.finding : null })),
  },
  guards: {
    keptAnother: ({ event }) => event.type === 'check.finds' && ['otherStored', 'bothOther'].includes(event.finding),
    isOldPage: ({ event }) =>
      event.type === 'check.finds' && ['otherBuilt', 'firstVisitOnOldPage'].includes(event.finding),
    isSame: ({ event }) => event.type === 'check.finds' && calm.includes(event.finding),
    foundAnotherKept: ({ context }) => context.found === 'otherStored' || context.found === 'bothOther',
    isVisible: ({ context }) => context.visible,
    isNews: ({ context, event }) =>
      event.type === 'server.announces' && (context.found === null || event.version !== findings[context.found].served),
  },
}).createMachine({
  id: 'version model',
  context: {
    now: 0,
    did: [entry('asks', 'chunkFailures'), entry('asks', 'compareVersions')],
    visible: true,
    observesChunks: true,
    found: null,
  },
  on: {
    'page.hides': { actions: assign({ visible: false }) },
    'page.shows': { actions: assign({ visible: true }) },
    'storage.isCleared': { actions: 'savesAgain' },
    'chunks.areUnobserved': {
      actions: [
        assign({ observesChunks: false }),
        did(entry('does', 'logFailure', 'Falhas de carregamento não observadas.')),
      ],
    },
  },
  initial: 'checking',
  states: {
    checking: {
      on: {
        'check.finds': [
          { guard: 'keptAnother', target: 'changed', actions: 'finds' },
          { guard: 'isOldPage', target: 'offered', actions: ['finds', saves] },
          { target: 'current', actions: ['finds', saves] },
        ],
        'check.fails': { target: 'current', actions: logs },
        'check.timesOut': { target: 'current', actions: passes(5_000) },
      },
    },
    current: {
      entry: goesOn,
      on: {
        'chunk.fails': 'rechecking',
        'next.isDue': { target: 'due', actions: waits },
        'server.announces': { guard: 'isNews', target: 'due' },
      },
    },
    due: {
      always: { guard: 'isVisible', target: 'rechecking' },
      on: { 'chunk.fails': 'rechecking' },
    },
    rechecking: {
      entry: checks,
      on: {
        'check.finds': [
          { guard: 'isSame', target: 'current', actions: ['finds', saves] },
          { target: 'offered', actions: 'finds' },
        ],
        'check.fails': { target: 'current', actions: logs },
        'check.timesOut': { target: 'current', actions: passes(5_000) },
      },
    },
    offered: {
      tags: 'offered',
      entry: goesOn,
      on: {
        'offer.taken': 'updating',
      },
    },
    updating: {
      tags: 'offered',
      entry: checks,
      on: {
        'check.finds': [
          { guard: 'keptAnother', target: 'changed', actions: 'finds' },
          { target: 'stale', actions: 'finds' },
        ],
        'check.fails': [
          { guard: 'foundAnotherKept', target: 'changed', actions: logs },
          { target: 'stale', actions: logs },
        ],
        'check.timesOut': [
          { guard: 'foundAnotherKept', target: 'changed', actions: passes(5_000) },
          { target: 'stale', actions: passes(5_000) },
        ],
      },
    },
    changed: { entry: [accepts, did(entry('reports', 'version.changed'))] },
    stale: { entry: [accepts, did(entry('reports', 'version.stale'))] },
  },
})
