import type { StateValue } from 'xstate'
import { versionMachine } from '../../../src/machines/version/version.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Finding,
  findings,
  type VersionModelContext,
  type VersionModelEvent,
  versionModel,
} from './version.model.ts'

const coverage = new Coverage(versionMachine)

function startVersion() {
  const standIns = new StandIns()
  const machine = versionMachine.provide({
    actors: {
      compareVersions: standIns.promise('compareVersions'),
      chunkFailures: standIns.callback('chunkFailures'),
    },
    actions: {
      storeServed: standIns.effect('storeServed', ({ context }) => context.comparison?.served),
      storeAccepted: standIns.effect('storeAccepted', ({ context }) => context.comparison?.served),
      storeAgain: standIns.effect(
        'storeAgain',
        ({ context: { comparison } }) => comparison?.stored ?? comparison?.served,
      ),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function isChecking(value: StateValue): boolean {
  return value === 'checking' || value === 'rechecking' || value === 'updating'
}

const kinds = Object.keys(findings) as Finding[]

testPaths<VersionModelContext, VersionModelEvent, ReturnType<typeof startVersion>>('the version check', {
  model: versionModel,
  events: [
    ...kinds.map((finding) => ({ type: 'check.finds', finding }) as const),
    { type: 'check.fails' },
    { type: 'check.timesOut' },
    { type: 'next.isDue' },
    { type: 'chunk.fails' },
    { type: 'chunks.areUnobserved' },
    { type: 'page.hides' },
    { type: 'page.shows' },
    { type: 'storage.isCleared' },
    { type: 'offer.taken' },
    { type: 'server.announces', version: '2' },
    { type: 'server.announces', version: '3' },
  ],
  possible: ({ type }, { value, context }) =>
    type.startsWith('check.') ? isChecking(value) : !type.startsWith('chunk') || context.observesChunks,
  key: ({ value, context }) => `${nameOf(value)} ${context.visible} ${context.observesChunks} ${context.found}`,
  extraPaths: {
    'a check that failed at the load is repeated after a minute': [{ type: 'check.fails' }, { type: 'next.isDue' }],
  },
  start: startVersion,
  perform: {
    'check.finds': ({ standIns }, { finding }) => standIns.resolve('compareVersions', findings[finding]),
    'check.fails': ({ standIns }) => standIns.reject('compareVersions'),
    'chunk.fails': ({ standIns }) => standIns.sendBack('chunkFailures', { type: 'chunk.failed' }),
    'chunks.areUnobserved': ({ standIns }) => standIns.crash('chunkFailures'),
    'page.hides': ({ send }) => send({ type: 'page.hidden' }),
    'page.shows': ({ send }) => send({ type: 'page.shown' }),
    'storage.isCleared': ({ send }) => send({ type: 'storage.cleared' }),
    'offer.taken': ({ send }) => send({ type: 'version.update' }),
    'server.announces': ({ send }, { version }) => send({ type: 'version.announced', version }),
  },
  expected: ({ value, context }) => ({
    check: value === 'stale' ? 'changed' : value,
    page: context.visible ? 'visible' : 'hidden',
    comparison: context.found === null ? null : findings[context.found],
    open: [...(context.observesChunks ? ['chunkFailures'] : []), ...(isChecking(value) ? ['compareVersions'] : [])],
  }),
  actual: ({ snapshot, standIns }) => ({
    check: snapshot().value.check,
    page: snapshot().value.page,
    comparison: snapshot().context.comparison,
    open: standIns.open,
  }),
})

testCoverage(coverage)
