import { describe, expect, test } from 'vitest'
import { healthMachine } from '../../src/machines/health.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { epoch } from '../models/production-actor.ts'
import { found, metricsOf, minute, startHealth, startSettled } from './health-actor.ts'

const coverage = new Coverage(healthMachine)

describe('a page that is not looked at', () => {
  test('asks nothing', async () => {
    const health = startHealth(coverage)
    await health.advance(60 * minute)
    expect(health.open()).toEqual([])
  })

  test('checks and pings as soon as it is looked at; the clean-up has time', () => {
    const health = startHealth(coverage)
    health.show()
    expect(health.open()).toEqual(['check', 'pingDevices'])
    expect(health.tags()).toEqual(['checking', 'pinging'])
  })

  test('rests, and makes up once for what fell due when it is looked at again', async () => {
    const health = await startSettled(coverage)
    await health.advance(minute)
    health.hide()
    await health.advance(60 * minute)
    expect(health.open()).toEqual([])
    health.show()
    expect(health.open()).toEqual(['check', 'cleanup', 'pingDevices'])
    await health.answers('check')
    await health.answers('cleanup')
    health.pingsEnd()
    await health.advance(2 * minute - 1)
    expect(health.open()).toEqual([])
  })

  test('has nothing to make up for where nothing fell due; the times stay', async () => {
    const health = await startSettled(coverage)
    health.hide()
    await health.advance(minute)
    health.show()
    expect(health.open()).toEqual([])
    await health.advance(minute - 1)
    expect(health.open()).toEqual([])
    await health.advance(1)
    expect(health.open()).toEqual(['check'])
  })

  test('that is looked at again in the very moment checks at once', async () => {
    const health = await startSettled(coverage)
    health.hide()
    await health.advance(2 * minute)
    health.show()
    expect(health.open()).toEqual(['check'])
  })

  test('takes what it asked for before, and then rests', async () => {
    const health = startHealth(coverage)
    health.show()
    health.hide()
    await health.answers('check')
    health.pingsEnd()
    expect(health.snapshot().context.check).toEqual(found)
    await health.advance(60 * minute)
    expect(health.open()).toEqual([])
  })

  test('rests though the check that was under way fails, and asks again when it is looked at', async () => {
    const health = startHealth(coverage)
    health.show()
    health.hide()
    await health.fails('check')
    health.pingsEnd()
    await health.advance(60 * minute)
    expect(health.open()).toEqual([])
    expect(health.tags()).toEqual(['checkFailed'])
    health.show()
    expect(health.open()).toContain('check')
  })

  test('rests after a failure too, and asks again as soon as it is looked at', async () => {
    const health = startHealth(coverage)
    health.show()
    health.pingsEnd()
    await health.fails('check')
    health.hide()
    await health.advance(9 * minute)
    expect(health.open()).toEqual([])
    health.show()
    expect(health.open()).toEqual(['check'])
  })
})

test('a page that is looked at when health starts is asked for at once', () => {
  const health = startHealth(coverage, 'c1', true)
  expect(health.open()).toEqual(['check', 'pingDevices'])
})

describe('devices that go down or come back', () => {
  test.each(['device-down', 'device-up'] as const)('have the check made 3 s later, once for many: %s', async (kind) => {
    const health = await startSettled(coverage)
    await health.advance(10_000)
    health.brings(kind)
    health.brings(kind)
    await health.advance(2_999)
    expect(health.open()).toEqual([])
    await health.advance(1)
    expect(health.open()).toEqual(['check'])
    await health.answers('check')
    await health.advance(2 * minute - 1)
    expect(health.asked('check')).toBe(2)
  })

  test('are asked for at once by a person, and when somebody looks again', async () => {
    const health = await startSettled(coverage)
    health.brings('device-down')
    health.send({ type: 'health.refresh' })
    expect(health.open()).toContain('check')
    await health.answers('check')
    health.brings('device-up')
    health.hide()
    await health.advance(60_000)
    expect(health.open()).not.toContain('check')
    health.show()
    expect(health.open()).toContain('check')
  })

  test('other events at the gates hasten nothing', async () => {
    const health = await startSettled(coverage)
    health.brings('access-granted')
    await health.advance(60_000)
    expect(health.open()).toEqual([])
  })
})

describe('the check (HEA-2)', () => {
  test('comes again 2 min after its answer, and is reported each time', async () => {
    const health = await startSettled(coverage)
    expect(health.snapshot().context).toMatchObject({ check: found, checkedAt: epoch })
    for (const round of [2, 3]) {
      await health.advance(2 * minute - 1)
      expect(health.asked('check')).toBe(round - 1)
      await health.advance(1)
      expect(health.asked('check')).toBe(round)
      await health.answers('check')
    }
    const report = `reports health.checked ${JSON.stringify({ reach: found.stats.perDevice })}`
    expect(health.journal.filter((line) => line === report)).toHaveLength(3)
  })

  test('that fails is logged, reported and shown beside the figures of before, and comes again 2 min later', async () => {
    const health = await startSettled(coverage)
    await health.advance(2 * minute)
    await health.fails('check')
    expect(health.tags()).toEqual(['checkFailed'])
    expect(health.snapshot().context.check).toEqual(found)
    expect(health.journal).toContain('does logFailure "Saúde do serviço não consultada."')
    expect(health.journal).toContain('reports health.unreachable')
    await health.advance(2 * minute - 1)
    expect(health.asked('check')).toBe(2)
    await health.advance(1)
    expect(health.asked('check')).toBe(3)
  })

  test('is made at once when somebody asks for it, whether the last one failed or not', async () => {
    const health = await startSettled(coverage)
    health.send({ type: 'health.refresh' })
    expect(health.open()).toEqual(['check', 'pingDevices'])
    await health.fails('check')
    health.send({ type: 'health.refresh' })
    expect(health.tags()).toEqual(['checking', 'pinging'])
  })
})

describe('the pings (HEA-2)', () => {
  test('come again 10 min after they were done, to the devices of the selected condominium', async () => {
    const health = await startSettled(coverage)
    await health.advance(10 * minute - 1)
    expect(health.asked('pingDevices')).toBe(1)
    await health.advance(1)
    expect(health.asked('pingDevices')).toBe(2)
    expect(health.standIns.inputOf('pingDevices')).toEqual({ condominiumId: 'c1' })
  })

  test('are kept as they come', async () => {
    const health = startHealth(coverage)
    health.show()
    health.pings('A')
    await health.advance(1_000)
    health.pings('B', 'A')
    const { pings } = health.snapshot().context
    expect([...pings.values()]).toEqual([
      { wordCode: 'A', health: null, at: epoch + 1_000 },
      { wordCode: 'B', health: null, at: epoch + 1_000 },
    ])
  })

  test('go to the devices of another condominium as soon as it is selected, under way or not', async () => {
    const health = await startSettled(coverage)
    for (const id of ['c2', 'c3']) {
      health.send({ type: 'condominiums.selected', condominium: { id } })
      expect(health.standIns.inputOf('pingDevices')).toEqual({ condominiumId: id })
      expect(health.open()).toEqual(['pingDevices'])
      expect(health.pinged()).toEqual([])
      health.pings('A')
    }
  })

  test('go on where the same one is selected again', () => {
    const health = startHealth(coverage)
    health.show()
    health.send({ type: 'condominiums.selected', condominium: { id: 'c1' } })
    expect(health.asked('pingDevices')).toBe(1)
  })

  test('of a condominium that is selected unseen wait until somebody looks', () => {
    const health = startHealth(coverage, null)
    health.send({ type: 'condominiums.selected', condominium: { id: 'c2' } })
    expect(health.open()).toEqual([])
    health.show()
    expect(health.standIns.inputOf('pingDevices')).toEqual({ condominiumId: 'c2' })
  })

  test('know no condominium when none is selected any more', () => {
    const health = startHealth(coverage)
    health.show()
    health.send({ type: 'condominiums.selected', condominium: null })
    expect(health.standIns.inputOf('pingDevices')).toEqual({ condominiumId: null })
  })

  test('that crash are logged, and come again 10 min later', async () => {
    const health = startHealth(coverage)
    health.show()
    health.standIns.crash('pingDevices')
    expect(health.journal).toContain('does logFailure "Dispositivos não consultados."')
    await health.advance(10 * minute)
    expect(health.asked('pingDevices')).toBe(2)
  })

  test('that end unseen rest', async () => {
    const health = startHealth(coverage)
    health.show()
    health.hide()
    health.pingsEnd()
    await health.advance(60 * minute)
    expect(health.asked('pingDevices')).toBe(1)
  })
})

describe('the clean-up (HEA-2)', () => {
  test('comes 15 min after the start, then 15 min after each, and brings new figures', async () => {
    const health = await startSettled(coverage)
    for (const round of [1, 2]) {
      await health.advance(15 * minute - 1)
      expect(health.asked('cleanup')).toBe(round - 1)
      await health.advance(1)
      expect(health.asked('cleanup')).toBe(round)
      expect(health.tags()).toContain('cleaning')
      await health.answers('cleanup', metricsOf(round))
    }
    expect(health.snapshot().context.check?.metrics).toEqual(metricsOf(2))
  })

  test('drops what nothing was heard of for more than 10 min', async () => {
    const health = startHealth(coverage)
    health.show()
    health.pings('A')
    await health.advance(1)
    health.pings('B')
    await health.advance(10 * minute)
    health.send({ type: 'health.clean' })
    expect(health.pinged()).toEqual(['B'])
  })

  test('is made at once when somebody asks for it, once', async () => {
    const health = startHealth(coverage)
    health.show()
    health.send({ type: 'health.clean' })
    health.send({ type: 'health.clean' })
    await health.answers('cleanup')
    expect(health.asked('cleanup')).toBe(1)
    expect(health.snapshot().context.check).toBeNull()
  })

  test('that fails is logged and shown, and comes again 15 min later or when asked', async () => {
    const health = await startSettled(coverage)
    health.send({ type: 'health.clean' })
    await health.fails('cleanup')
    expect(health.tags()).toEqual(['cleanupFailed'])
    expect(health.journal).toContain('does logFailure "Limpeza não realizada no servidor."')
    await health.advance(15 * minute - 1)
    expect(health.asked('cleanup')).toBe(1)
    await health.advance(1)
    expect(health.asked('cleanup')).toBe(2)
    await health.fails('cleanup')
    health.send({ type: 'health.clean' })
    expect(health.asked('cleanup')).toBe(3)
  })

  test.each(['answers', 'fails'] as const)('that %s unseen rests until somebody looks', async (ends) => {
    const health = await startSettled(coverage)
    health.send({ type: 'health.clean' })
    health.hide()
    await health[ends]('cleanup')
    await health.advance(60 * minute)
    expect(health.asked('cleanup')).toBe(1)
    health.show()
    expect(health.asked('cleanup')).toBe(2)
  })
})

testCoverage(coverage)
