import { expect, test } from 'vitest'
import { deviceDeleteMachine } from '../../../src/machines/devices/commands/device-delete.machine.ts'
import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Answer,
  answers,
  crashText,
  type DeleteModelContext,
  type DeleteModelEvent,
  deleteModel,
  reason,
  userId,
} from './device-delete.model.ts'

const coverage = new Coverage(deviceDeleteMachine)

/** Answer of the device service for each result. */
function deviceAnswer(answer: Answer): DeviceAnswer<undefined> {
  const { message } = answers[answer]
  const rejected = (status: number) => ({ kind: 'rejected', status, message, fields: {} }) as const
  const failed = (failure: 'timeout' | 'noResponse' | 'status', status: number | null) =>
    ({ kind: 'failed', failure, status, message, retryAfterMs: null }) as const
  const all: Record<Answer, DeviceAnswer<undefined>> = {
    succeeds: { kind: 'answered', data: undefined },
    isGone: { ...rejected(404), gone: true },
    isNotFound: rejected(404),
    isNotGone: { ...rejected(404), gone: false },
    isUnauthorized: { kind: 'unauthorized' },
    isForbidden: rejected(403),
    isInvalid: rejected(422),
    isBusy: rejected(409),
    breaks: failed('status', 503),
    isLate: failed('timeout', null),
    isSilent: failed('noResponse', null),
    isUnsent: { kind: 'unsent', message },
  }
  return all[answer]
}

function startDeletion(wordCode: string) {
  const standIns = new StandIns()
  const machine = deviceDeleteMachine.provide({
    actors: {
      deleteFromDevice: standIns.promise('deleteFromDevice'),
      deleteFromPool: standIns.promise('deleteFromPool'),
      deleteFromDatabase: standIns.promise('deleteFromDatabase'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const input = { target: { wordCode, condominiumId: 'c1' }, userId, reason }
  return runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
}

const seenAs: Record<string, { state: string; tags: string[]; open: string[] }> = {
  'device.trying': { state: 'device.deleting', tags: ['busy'], open: ['deleteFromDevice'] },
  'device.pausing': { state: 'device.pausing', tags: ['busy'], open: [] },
  'pool.trying': { state: 'pool.deleting', tags: ['busy'], open: ['deleteFromPool'] },
  'pool.pausing': { state: 'pool.pausing', tags: ['busy'], open: [] },
  'database.trying': { state: 'database', tags: ['busy'], open: ['deleteFromDatabase'] },
  deleted: { state: 'deleted', tags: [], open: [] },
  refused: { state: 'refused', tags: ['error'], open: [] },
  failed: { state: 'failed', tags: ['error'], open: [] },
}

testPaths<DeleteModelContext, DeleteModelEvent, ReturnType<typeof startDeletion>>('deleting a device', {
  model: deleteModel,
  input: { wordCode: 'PORTARIA-01' },
  events: [
    ...(Object.keys(answers) as Answer[]).map((answer) => ({ type: 'try.ends', answer }) as const),
    { type: 'try.crashes' },
    { type: 'pause.isOver' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('try.') || nameOf(value).endsWith('.trying'),
  key: ({ value, context }) => `${nameOf(value)} ${context.tries} ${context.message}`,
  start: () => startDeletion('PORTARIA-01'),
  perform: {
    'try.ends': ({ standIns }, { answer }) => standIns.resolve(standIns.open[0] ?? '', deviceAnswer(answer)),
    'try.crashes': ({ standIns }) => standIns.reject(standIns.open[0] ?? '', new Error(crashText)),
  },
  tags: ({ value }) => seenAs[nameOf(value)]?.tags ?? [],
  expected: ({ value, context }) => ({
    ...seenAs[nameOf(value)],
    tries: context.tries,
    message: context.message,
    way: context.deletedBy,
  }),
  actual: ({ snapshot, standIns }) => ({
    state: nameOf(snapshot().value),
    open: standIns.open,
    tries: snapshot().context.tries,
    message: snapshot().context.message,
    way: snapshot().context.way,
  }),
})

test('without a wordCode the deletion sends and records nothing', async () => {
  const { snapshot, journal, advance } = startDeletion('')
  await advance(10_000)
  expect(snapshot().value).toBe('rejected')
  expect(snapshot().context.message).toBe('WordCode not found for device deletion.')
  expect(journal).toEqual([])
})

test('a thrown value that is not an Error is shown as text', async () => {
  const { snapshot, standIns, settle } = startDeletion('PORTARIA-01')
  standIns.reject('deleteFromDevice', 'fora do ar')
  await settle()
  expect(snapshot().context.message).toBe('fora do ar')
})

testCoverage(coverage)
