import { assign, or, sendParent, setup, stateIn } from 'xstate'
import type { VersionComparison } from '../../services/version/version-api.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Times of the version check, in milliseconds. */
const versionTimes = {
  /** VER-2: interval of the checks while the page is visible. */
  checkEveryMs: 30 * 60_000,
  /** Delay before the next check if the check on load failed: the browser may have loaded a cached page. */
  uncheckedForMs: 60_000,
  /** BOOT-3: time after which the page continues without an answer. */
  checkTimeoutMs: 5_000,
} as const

interface VersionContext {
  comparison: VersionComparison | null
}

export type VersionEvent =
  /** A part of the page could not be loaded (VER-2). */
  | { type: 'chunk.failed' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  /** Local storage was emptied (THM-2). */
  | { type: 'storage.cleared' }
  /** A person accepted the new version. */
  | { type: 'version.update' }
  /** The server announced its version on the socket (VER-2). */
  | { type: 'version.announced'; version: string }

/** Events that the version check sends to the root. */
export type VersionReport =
  /** A check has ended and the page may continue. */
  | { type: 'version.settled' }
  /** The local data belongs to another version: the root must clear it and reload the page (VER-1). */
  | { type: 'version.changed' }
  /** Only this page is old: the root must reload it. */
  | { type: 'version.stale' }

/** Compares the served version with the stored one and the one built into the page (VER). */
export const versionMachine = setup({
  types: {} as {
    context: VersionContext
    events: VersionEvent
    tags: 'offered'
  },
  actors: {
    compareVersions: promiseNotProvided<VersionComparison>('version.compareVersions'),
    chunkFailures: callbackNotProvided('version.chunkFailures'),
  },
  actions: {
    /** Stores the served version as `frontend_version`. */
    storeServed: effectNotProvided('version.storeServed'),
    /** Stores the served version as accepted, so that the panel does not offer this version again. */
    storeAccepted: effectNotProvided('version.storeAccepted'),
    /** Stores the version again after local storage was emptied (THM-2). */
    storeAgain: effectNotProvided('version.storeAgain'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('version.logFailure'),
    takeComparison: assign((_, { comparison }: { comparison: VersionComparison }) => ({ comparison })),
    reportSettled: sendParent({ type: 'version.settled' }),
    reportChange: sendParent(({ context }) => changeReport(context)),
  },
  guards: {
    /**
     * Returns whether to check the version: the host of the page may serve another version than the server announces.
     */
    isNews: ({ context }, { version }: { version: string }) => version !== context.comparison?.served,
    isOtherThanStored: ({ context }) => isOtherThanStored(context),
    isOtherThanBuilt: ({ context }) => isOtherThanBuilt(context),
  },
  delays: {
    checkEvery: ({ context }) =>
      context.comparison === null ? versionTimes.uncheckedForMs : versionTimes.checkEveryMs,
    checkTimeout: versionTimes.checkTimeoutMs,
  },
}).createMachine({
  id: 'version',
  meta: { requirements: ['BOOT-3', 'VER-1', 'VER-2', 'THM-2'] },
  context: { comparison: null },
  type: 'parallel',
  invoke: { src: 'chunkFailures', onError: { actions: failed('Falhas de carregamento não observadas.') } },
  on: { 'storage.cleared': { actions: 'storeAgain' } },
  states: {
    page: {
      description: 'Whether the page is visible: a due check waits until it is.',
      initial: 'visible',
      states: {
        visible: { on: { 'page.hidden': 'hidden' } },
        hidden: { on: { 'page.shown': 'visible' } },
      },
    },
    check: {
      description: 'The comparisons of the versions, and the waits between them.',
      initial: 'checking',
      states: {
        checking: {
          description: 'The page has just loaded: no work is in progress yet.',
          ...comparing('compared', 'current'),
        },
        compared: {
          description: 'No work is in progress yet: a changed version may reload the page (VER-1).',
          always: [
            { guard: 'isOtherThanStored', target: 'changed' },
            { guard: 'isOtherThanBuilt', target: 'offered', actions: 'storeServed' },
            { target: 'current', actions: 'storeServed' },
          ],
        },
        current: {
          entry: 'reportSettled',
          on: {
            'chunk.failed': 'rechecking',
            'version.announced': { guard: { type: 'isNews', params: ({ event }) => event }, target: 'due' },
          },
          after: { checkEvery: 'due' },
        },
        due: {
          description: 'A check is due and waits until the page is visible.',
          on: { 'chunk.failed': 'rechecking' },
          always: { guard: stateIn({ page: 'visible' }), target: 'rechecking' },
        },
        rechecking: {
          description: 'A person may be working in the panel during this check.',
          ...comparing('recompared', 'current'),
        },
        recompared: {
          always: [
            { guard: or(['isOtherThanStored', 'isOtherThanBuilt']), target: 'offered' },
            { target: 'current', actions: 'storeServed' },
          ],
        },
        offered: {
          description: 'Work may be in progress: the new version is offered, not forced (VER-2).',
          tags: 'offered',
          entry: 'reportSettled',
          on: { 'version.update': 'updating' },
        },
        updating: {
          description: 'Compares again, because another tab may have updated since the offer.',
          tags: 'offered',
          ...comparing('changed', 'changed'),
        },
        changed: {
          description: 'The root clears the local data if needed, and reloads the page.',
          entry: ['storeAccepted', 'reportChange'],
        },
      },
    },
  },
})

/** A state that compares the versions. `otherwise`: the target if the server does not answer, or not in time. */
function comparing<Done extends string, Otherwise extends string>(done: Done, otherwise: Otherwise) {
  return {
    invoke: {
      src: 'compareVersions',
      onDone: { target: done, actions: { type: 'takeComparison', params: comparisonOf } },
      onError: { target: otherwise, actions: failed('Versão não verificada.') },
    },
    after: { checkTimeout: otherwise },
  } as const
}

/**
 * Ignores the previous stored version, too: if nodes of two versions answer in turn, the stored data are cleared once,
 * not at each load.
 */
function isOtherThanStored({ comparison }: VersionContext): boolean {
  if (comparison === null || comparison.stored === null) return false
  return comparison.served !== comparison.stored && comparison.served !== comparison.earlier
}

/**
 * Ignores an accepted version, so that the panel offers each version once: a reload may get the old files from a cache
 * or from another node.
 */
function isOtherThanBuilt({ comparison }: VersionContext): boolean {
  if (comparison === null) return false
  return comparison.served !== comparison.built && !comparison.accepted.includes(comparison.served)
}

function changeReport(context: VersionContext): VersionReport {
  return { type: isOtherThanStored(context) ? 'version.changed' : 'version.stale' }
}

function comparisonOf({ event }: { event: { output: VersionComparison } }) {
  return { comparison: event.output }
}
