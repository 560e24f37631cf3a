import { assign, or, sendParent, setup, stateIn } from 'xstate'
import type { VersionComparison } from '../../services/version/version-api.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Version check times in milliseconds. */
const versionTimes = {
  /** VER-2: how often it is looked at while the page is visible. */
  checkEveryMs: 30 * 60_000,
  /** A check that brought nothing on load is made again so soon: the page may be one that the browser had kept. */
  uncheckedForMs: 60_000,
  /** BOOT-3: how long the page waits for an answer before it goes on without. */
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
  /** Somebody took the offer of the new version. */
  | { type: 'version.update' }

/** What the version check tells the root. */
export type VersionReport =
  /** A check is over and the page may go on. */
  | { type: 'version.settled' }
  /** Another version's local data stands here: it must go, and the page be loaded anew (VER-1). */
  | { type: 'version.changed' }
  /** Only this page is old: it must be loaded anew. */
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
    /** Keeps the served version as `frontend_version`. */
    storeServed: effectNotProvided('version.storeServed'),
    /** Keeps what was kept, after local storage was emptied (THM-2). */
    storeAgain: effectNotProvided('version.storeAgain'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('version.logFailure'),
    takeComparison: assign((_, { comparison }: { comparison: VersionComparison }) => ({ comparison })),
    reportSettled: sendParent({ type: 'version.settled' }),
    reportChange: sendParent(({ context }) => changeReport(context)),
  },
  guards: {
    isOtherThanStored: ({ context }) => isOtherThanStored(context),
    isOtherThanBuilt: ({ context: { comparison } }) => comparison !== null && comparison.built !== comparison.served,
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
      description: 'Whether anybody can see the page: a check that is due waits for that.',
      initial: 'visible',
      states: {
        visible: { on: { 'page.hidden': 'hidden' } },
        hidden: { on: { 'page.shown': 'visible' } },
      },
    },
    check: {
      description: 'From one comparison of the versions to the next.',
      initial: 'checking',
      states: {
        checking: {
          description: 'The page has just loaded: nobody works in it yet.',
          ...comparing('compared', 'current'),
        },
        compared: {
          description: 'Nobody has begun anything yet: a change may take the page away (VER-1).',
          always: [
            { guard: 'isOtherThanStored', target: 'changed' },
            { guard: 'isOtherThanBuilt', target: 'offered', actions: 'storeServed' },
            { target: 'current', actions: 'storeServed' },
          ],
        },
        current: {
          entry: 'reportSettled',
          on: { 'chunk.failed': 'rechecking' },
          after: { checkEvery: 'due' },
        },
        due: {
          description: 'A check is due and waits for somebody to look.',
          on: { 'chunk.failed': 'rechecking' },
          always: { guard: stateIn({ page: 'visible' }), target: 'rechecking' },
        },
        rechecking: {
          description: 'The panel is worked in meanwhile.',
          ...comparing('recompared', 'current'),
        },
        recompared: {
          always: [
            { guard: or(['isOtherThanStored', 'isOtherThanBuilt']), target: 'offered' },
            { target: 'current', actions: 'storeServed' },
          ],
        },
        offered: {
          description: 'Somebody works here: the new version is offered, not forced (VER-2).',
          tags: 'offered',
          entry: 'reportSettled',
          on: { 'version.update': 'updating' },
        },
        updating: {
          description:
            'Since it was offered another tab may have moved on, and what is kept be of the new version already.',
          tags: 'offered',
          ...comparing('changed', 'changed'),
        },
        changed: {
          description: 'The root does away with what must go, and loads the page anew.',
          entry: 'reportChange',
        },
      },
    },
  },
})

/** Where the versions are compared; `otherwise`: where the server does not answer, or not in time. */
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

function isOtherThanStored({ comparison }: VersionContext): boolean {
  return comparison !== null && comparison.stored !== null && comparison.stored !== comparison.served
}

function changeReport(context: VersionContext): VersionReport {
  return { type: isOtherThanStored(context) ? 'version.changed' : 'version.stale' }
}

function comparisonOf({ event }: { event: { output: VersionComparison } }) {
  return { comparison: event.output }
}
