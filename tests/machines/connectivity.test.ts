import { expect, test } from 'vitest'
import { connectivityMachine } from '../../src/machines/connectivity.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'

const coverage = new Coverage(connectivityMachine)

const services = ['network', 'visibility']

function startConnectivity() {
  const standIns = new StandIns()
  const machine = connectivityMachine.provide({
    actors: {
      network: standIns.callback('network'),
      visibility: standIns.callback('visibility'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function reportsAfter(service: string, ...types: string[]): string[] {
  const { standIns, journal, stop } = startConnectivity()
  for (const type of types) standIns.sendBack(service, { type })
  stop()
  return journal.filter((line) => line.startsWith('reports'))
}

test('it listens to network, visibility and permission from the start', () => {
  const { standIns, stop } = startConnectivity()
  expect(standIns.open).toEqual(services)
  stop()
  expect(standIns.open).toEqual([])
})

test.each([
  ['network', 'network.online'],
  ['network', 'network.offline'],
  ['visibility', 'page.visible'],
])('how things stand at the start is no change: %s says %s', (service, type) => {
  expect(reportsAfter(service, type)).toEqual([])
})

test.each([
  ['network', ['network.online', 'network.offline'], ['connectivity.offline']],
  ['network', ['network.offline', 'network.online'], ['connectivity.online']],
  ['visibility', ['page.visible', 'page.hidden'], ['page.hidden']],
  ['visibility', ['page.hidden', 'page.visible'], ['page.hidden', 'page.shown']],
])('a change is reported: %s says %j', (service, types, reports) => {
  expect(reportsAfter(service, ...types)).toEqual(reports.map((type) => `reports ${type}`))
})

test.each([
  ['network', ['network.online', 'network.online']],
  ['network', ['network.offline', 'network.offline']],
  ['visibility', ['page.visible', 'page.visible']],
])('what is said twice is no change: %s says %j', (service, types) => {
  expect(reportsAfter(service, ...types)).toEqual([])
})

test('a page opened where nobody sees it is reported hidden, once (VER-2)', () => {
  expect(reportsAfter('visibility', 'page.hidden', 'page.hidden')).toEqual(['reports page.hidden'])
})

test.each([
  ['network', 'Rede não observada.'],
  ['visibility', 'Visibilidade da página não observada.'],
])('a %s that cannot be watched is logged and leaves the others alone', (service, message) => {
  const { standIns, journal, crashes, stop } = startConnectivity()
  standIns.crash(service)
  expect(journal).toContain(`does logFailure "${message}"`)
  expect(standIns.open).toEqual(services.filter((each) => each !== service))
  expect(crashes).toEqual([])
  stop()
})

testCoverage(coverage)
