import { describe, expect, test } from 'vitest'
import { auditMachine } from '../../src/machines/audit.machine.ts'
import type { AuditEntry } from '../../src/services/audit-entry.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'

const coverage = new Coverage(auditMachine)

type Service = 'openOutbox' | 'commit' | 'deliver' | 'readHistory'

function entryOf(reason: string): AuditEntry {
  const where = { wordCode: 'A', condominiumId: 'c1' }
  return { ...where, at: '2026-03-02T09:00:00.000Z', kind: 'reset', cause: 'manual', reason }
}

function startAudit() {
  const standIns = new StandIns()
  const machine = auditMachine.provide({
    actors: {
      openOutbox: standIns.promise('openOutbox'),
      commit: standIns.promise('commit', ({ entries }) => entries.map(({ reason }) => reason)),
      deliver: standIns.promise('deliver', ({ userId }) => userId),
      readHistory: standIns.promise('readHistory', ({ wordCode }) => wordCode),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const input = { userId: 'u1' }
  const audit = runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
  return {
    ...audit,
    tags: () => [...audit.snapshot().tags],
    open: () => standIns.open,
    note: (...reasons: string[]) => {
      for (const reason of reasons) audit.send({ type: 'audit.noted', entry: entryOf(reason) })
    },
    noted: () => audit.snapshot().context.noted.map(({ reason }) => reason),
    answers: async (service: Service, output: unknown = undefined) => {
      standIns.resolve(service, output)
      await audit.settle()
    },
    fails: async (service: Service) => {
      standIns.reject(service)
      await audit.settle()
    },
    asked: (service: Service) => audit.journal.filter((line) => line.startsWith(`asks ${service}`)),
  }
}

/** One that has its outbox, and has delivered what was in it. */
async function startIdle() {
  const audit = startAudit()
  await audit.answers('openOutbox', { isVolatile: false })
  await audit.answers('deliver', 0)
  return audit
}

describe('the outbox (AUD-2)', () => {
  test('is opened first; what is noted before is committed then', async () => {
    const audit = startAudit()
    audit.note('one', 'two')
    expect(audit.open()).toEqual(['openOutbox'])
    await audit.answers('openOutbox', { isVolatile: false })
    expect(audit.asked('commit')).toEqual(['asks commit ["one","two"]'])
    expect(audit.tags()).toEqual([])
  })

  test('hands over what an earlier page left, without anything noted', async () => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    expect(audit.asked('deliver')).toEqual(['asks deliver "u1"'])
  })

  test('of a browser that refuses storage works as long as the page, and says so', async () => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: true })
    audit.note('one')
    expect(audit.tags()).toEqual(['volatile'])
    expect(audit.open()).toEqual(['commit', 'deliver'])
  })

  test('that cannot be opened is logged and said; nothing is asked of it', async () => {
    const audit = startAudit()
    await audit.fails('openOutbox')
    audit.note('one')
    audit.send({ type: 'audit.historyWanted', wordCode: 'A' })
    expect(audit.tags()).toEqual(['volatile'])
    expect(audit.journal).toContain('does logFailure "Registro de auditoria não aberto."')
    expect(audit.open()).toEqual([])
  })
})

describe('committing', () => {
  test('takes all that was noted together, and what is noted meanwhile next', async () => {
    const audit = await startIdle()
    audit.note('one')
    audit.note('two', 'three')
    await audit.answers('commit')
    await audit.answers('commit')
    expect(audit.asked('commit')).toEqual(['asks commit ["one"]', 'asks commit ["two","three"]'])
    expect(audit.noted()).toEqual([])
  })

  test('that fails keeps everything, says so, and is tried again after 5 s with what came meanwhile', async () => {
    const audit = await startIdle()
    audit.note('one')
    await audit.fails('commit')
    audit.note('two')
    expect(audit.tags()).toEqual(['volatile'])
    expect(audit.journal).toContain('does logFailure "Registro de auditoria não gravado."')
    await audit.advance(4_999)
    expect(audit.asked('commit')).toHaveLength(1)
    await audit.advance(1)
    expect(audit.asked('commit').at(-1)).toBe('asks commit ["one","two"]')
    await audit.answers('commit')
    expect(audit.tags()).toEqual([])
    expect(audit.noted()).toEqual([])
  })
})

describe('delivery', () => {
  test('goes on until nothing is left', async () => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    await audit.answers('deliver', 100)
    await audit.answers('deliver', 7)
    await audit.answers('deliver', 0)
    expect(audit.asked('deliver')).toHaveLength(3)
    expect(audit.open()).toEqual([])
  })

  test('follows each commit', async () => {
    const audit = await startIdle()
    audit.note('one')
    expect(audit.open()).toEqual(['commit'])
    await audit.answers('commit')
    expect(audit.open()).toEqual(['deliver'])
  })

  test('looks again where more was committed than it may have seen, however often', async () => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    audit.note('one')
    await audit.answers('commit')
    audit.note('two')
    await audit.answers('commit')
    await audit.answers('deliver', 0)
    expect(audit.open()).toEqual(['deliver'])
    await audit.answers('deliver', 0)
    expect(audit.open()).toEqual([])
  })

  test('that fails is tried again after 5 s, then twice as long each time, up to 5 min', async () => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    for (const pauseMs of [5, 10, 20, 40, 80, 160, 300, 300].map((seconds) => seconds * 1_000)) {
      await audit.fails('deliver')
      expect(audit.tags()).toEqual(['undelivered'])
      await audit.advance(pauseMs - 1)
      expect(audit.open()).toEqual([])
      await audit.advance(1)
      expect(audit.open()).toEqual(['deliver'])
    }
    expect(audit.journal).toContain('does logFailure "Registro de auditoria não entregue."')
  })

  test.each([3, 0])('that succeeds once, with %i records, begins its pauses anew', async (delivered) => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    for (const pauseMs of [5_000, 10_000]) {
      await audit.fails('deliver')
      await audit.advance(pauseMs)
    }
    await audit.answers('deliver', delivered)
    audit.note('one')
    await audit.answers('commit')
    await audit.fails('deliver')
    await audit.advance(5_000)
    expect(audit.open()).toEqual(['deliver'])
  })

  test.each(['connectivity.online', 'socket.restored'] as const)('is tried at once at %s', async (type) => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    await audit.fails('deliver')
    audit.send({ type })
    expect(audit.open()).toEqual(['deliver'])
  })

  test('is not hurried by commits while it pauses', async () => {
    const audit = startAudit()
    await audit.answers('openOutbox', { isVolatile: false })
    await audit.fails('deliver')
    audit.note('one')
    await audit.answers('commit')
    expect(audit.open()).toEqual([])
  })
})

describe('the history of a device', () => {
  test('that is wanted before the outbox is open is read then', async () => {
    const audit = startAudit()
    audit.send({ type: 'audit.historyWanted', wordCode: 'A' })
    await audit.answers('openOutbox', { isVolatile: false })
    expect(audit.asked('readHistory')).toEqual(['asks readHistory "A"'])
  })

  test('is read when it is wanted, and again after each commit', async () => {
    const audit = await startIdle()
    audit.note('one')
    await audit.answers('commit')
    expect(audit.asked('readHistory')).toEqual([])
    audit.send({ type: 'audit.historyWanted', wordCode: 'A' })
    await audit.answers('readHistory', [{ id: 'r1' }])
    expect(audit.snapshot().context.history).toEqual([{ id: 'r1' }])
    audit.note('two')
    await audit.answers('commit')
    expect(audit.asked('readHistory')).toHaveLength(2)
    expect(audit.snapshot().context.history).toEqual([{ id: 'r1' }])
  })

  test('is read again where something was committed while it was read', async () => {
    const audit = await startIdle()
    audit.send({ type: 'audit.historyWanted', wordCode: 'A' })
    audit.note('one')
    await audit.answers('commit')
    expect(audit.asked('readHistory')).toHaveLength(2)
    await audit.answers('readHistory', [{ id: 'r1' }])
    expect(audit.snapshot().context.history).toEqual([{ id: 'r1' }])
  })

  test('of another device takes its place at once, and the first one is waited for no more', async () => {
    const audit = await startIdle()
    audit.send({ type: 'audit.historyWanted', wordCode: 'A' })
    await audit.answers('readHistory', [{ id: 'r1' }])
    audit.send({ type: 'audit.historyWanted', wordCode: 'B' })
    expect(audit.snapshot().context.history).toEqual([])
    audit.send({ type: 'audit.historyWanted', wordCode: 'C' })
    expect(audit.open()).toEqual(['readHistory'])
    expect(audit.asked('readHistory').at(-1)).toBe('asks readHistory "C"')
  })

  test('that cannot be read is logged, and read again after the next commit', async () => {
    const audit = await startIdle()
    audit.send({ type: 'audit.historyWanted', wordCode: 'A' })
    await audit.fails('readHistory')
    expect(audit.journal).toContain('does logFailure "Histórico do dispositivo não lido."')
    audit.note('one')
    await audit.answers('commit')
    expect(audit.open()).toContain('readHistory')
  })
})

testCoverage(coverage)
