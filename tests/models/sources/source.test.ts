import { afterAll, expect, test, vi } from 'vitest'
import { sourceMachine } from '../../../src/machines/sources/source.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { rememberedAt, type SourceModelContext, type SourceModelEvent, sourceModel } from './source.model.ts'

const coverage = new Coverage(sourceMachine)
const random = vi.spyOn(Math, 'random').mockReturnValue(0)
afterAll(() => random.mockRestore())

function startSource(service: SourceModelContext['service'], isSeen = true) {
  const standIns = new StandIns()
  const page = { isLeaving: false }
  const machine = sourceMachine.provide({
    actors: { calls: standIns.callback('calls'), probe: standIns.promise('probe') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
    guards: { isSeen: () => isSeen, isPageCutting: () => page.isLeaving },
  })
  const actor = runUnderRecorder(coverage.watch(machine), { standIns, input: { service }, inspect: coverage.inspect })
  return { ...actor, page }
}

type Walked = ReturnType<typeof startSource>

const sinceStart = (at: number | null) => (at === null ? null : at - epoch)

for (const service of ['server', 'deviceService', 'health'] as const)
  testPaths<SourceModelContext, SourceModelEvent, Walked>(`whether the ${service} answers (LIVE-1)`, {
    model: sourceModel,
    input: { service },
    events: [
      { type: 'call.isAnswered' },
      { type: 'call.isUnanswered' },
      { type: 'call.isRemembered' },
      { type: 'calls.areUnobserved' },
      { type: 'server.isLost' },
      { type: 'deviceService.isLost' },
      { type: 'health.isLost' },
      { type: 'probe.isAnswered' },
      { type: 'probe.isUnanswered' },
      { type: 'socket.isLost' },
      { type: 'socket.isRestored' },
      { type: 'network.isLost' },
      { type: 'network.returns' },
      { type: 'page.shows' },
      { type: 'page.hides' },
      { type: 'page.leaves' },
      { type: 'page.stays' },
      { type: 'due.passes' },
    ],
    possible: ({ type }, { value, context: { did, isSeen, isCutOff, isLeaving, dueAt } }) => {
      const isObserved = !did.some((each) => each.startsWith('does logFailure'))
      if (type.startsWith('call')) return isObserved
      if (type.startsWith('probe')) return /doubted|asking/.test(JSON.stringify(value))
      if (type === 'socket.isLost') return !isCutOff
      if (type === 'socket.isRestored') return isCutOff
      if (type === 'page.shows') return !isSeen
      if (type === 'page.hides') return isSeen
      if (type === 'page.leaves') return !isLeaving
      if (type === 'page.stays') return isLeaving
      return type !== 'due.passes' || dueAt !== null
    },
    key: ({ value, context: { did, isSeen, isCutOff, isLeaving, dueAt, now } }) => {
      const isObserved = !did.some((each) => each.startsWith('does logFailure'))
      return [JSON.stringify(value), isSeen, isCutOff, isLeaving, dueAt === null ? null : dueAt - now, isObserved].join(
        ' ',
      )
    },
    start: () => startSource(service),
    perform: {
      'call.isAnswered': ({ standIns }) => standIns.sendBack('calls', { type: 'call.answered' }),
      'call.isUnanswered': ({ standIns }) => standIns.sendBack('calls', { type: 'call.unanswered' }),
      'call.isRemembered': ({ standIns }) =>
        standIns.sendBack('calls', { type: 'call.remembered', ...{ at: epoch + rememberedAt } }),
      'calls.areUnobserved': ({ standIns }) => standIns.crash('calls'),
      'server.isLost': ({ send }) => send({ type: 'server.lost' }),
      'deviceService.isLost': ({ send }) => send({ type: 'deviceService.lost' }),
      'health.isLost': ({ send }) => send({ type: 'health.lost' }),
      'probe.isAnswered': ({ standIns }) => standIns.resolve('probe', undefined),
      'probe.isUnanswered': ({ standIns }) => standIns.reject('probe'),
      'socket.isLost': ({ send }) => send({ type: 'socket.lost' }),
      'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
      'network.isLost': ({ send }) => send({ type: 'connectivity.offline' }),
      'network.returns': ({ send }) => send({ type: 'connectivity.online' }),
      'page.shows': ({ send }) => send({ type: 'page.shown' }),
      'page.hides': ({ send }) => send({ type: 'page.hidden' }),
      'page.leaves': ({ page }) => {
        page.isLeaving = true
      },
      'page.stays': ({ page }) => {
        page.isLeaving = false
      },
    },
    expected: ({ context: { heardAt, cutOffAt } }) => ({ heardAt, cutOffAt }),
    actual: ({ snapshot }) => ({
      heardAt: sinceStart(snapshot().context.heardAt),
      cutOffAt: sinceStart(snapshot().context.cutOffAt),
    }),
    untakenInModel: {
      ...(service !== 'server' && { 'surroundings on call.isAnswered': 'only the server has the live connection' }),
      [service === 'deviceService' ? 'service.opening always #2' : 'service.opening always #1']:
        'only the device service is probed at the start',
    },
  })

test('a page that starts hidden sends no probe until it is shown', async () => {
  const { send, standIns, advance } = startSource('server', false)
  send({ type: 'connectivity.offline' })
  await advance(60_000)
  expect(standIns.open).toEqual(['calls'])
  send({ type: 'page.shown' })
  expect(standIns.open).toEqual(['calls', 'probe'])
})

testCoverage(coverage)
