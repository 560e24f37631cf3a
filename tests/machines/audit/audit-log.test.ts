import { describe, expect, test } from 'vitest'
import { auditLogMachine } from '../../../src/machines/audit/audit-log.machine.ts'
import { Coverage } from '../../models/parts/coverage.ts'
import { testCoverage } from '../../models/parts/path-runner.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'

const coverage = new Coverage(auditLogMachine)

function startLog() {
  const standIns = new StandIns()
  const machine = auditLogMachine.provide({
    actors: { loadPage: standIns.promise('loadPage'), exportFile: standIns.promise('exportFile') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const log = runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
  return {
    ...log,
    tags: () => [...log.snapshot().tags],
    records: () => log.snapshot().context.records.map(({ id }) => id),
    page: async (ids: string[], nextCursor: string | null = null, problem: string | null = null) => {
      standIns.resolve('loadPage', { records: ids.map((id) => ({ id })), nextCursor, problem })
      await log.settle()
    },
    fails: async (service: 'loadPage' | 'exportFile') => {
      standIns.reject(service)
      await log.settle()
    },
  }
}

async function startWith(ids: string[], nextCursor: string | null = null) {
  const log = startLog()
  log.send({ type: 'auditLog.choose', choice: {} })
  await log.page(ids, nextCursor)
  return log
}

describe('the log (AUD-3)', () => {
  test('is not loaded until the person has chosen a filter', () => {
    const { send, standIns } = startLog()
    send({ type: 'auditLog.more' })
    send({ type: 'auditLog.reload' })
    expect(standIns.open).toEqual([])
  })

  test('is loaded again after a failure when the server recovers (LIVE-5)', async () => {
    const log = startLog()
    log.send({ type: 'auditLog.choose', choice: {} })
    await log.fails('loadPage')
    log.send({ type: 'server.restored' })
    await log.page(['r1'])
    expect(log.records()).toEqual(['r1'])
  })

  test('keeps why the server does not sign the records until a list without a problem comes (EVI-3)', async () => {
    const log = startLog()
    log.send({ type: 'auditLog.choose', choice: {} })
    await log.page(['r1'], null, 'Registro 3: foi alterado.')
    expect(log.snapshot().context.problem).toBe('Registro 3: foi alterado.')
    log.send({ type: 'auditLog.choose', choice: {} })
    await log.page(['r1'])
    expect(log.snapshot().context.problem).toBeNull()
  })

  test('loads the records of the filter page by page', async () => {
    const log = startLog()
    log.send({ type: 'auditLog.choose', choice: { wordCode: 'A' } })
    expect(log.tags()).toEqual(['busy'])
    await log.page(['r1'], 'after r1')
    log.send({ type: 'auditLog.more' })
    expect(log.standIns.inputOf('loadPage')).toEqual({ choice: { wordCode: 'A' }, cursor: 'after r1' })
    await log.page(['r2'])
    expect(log.tags()).toEqual([])
    expect(log.records()).toEqual(['r1', 'r2'])
  })

  test('sends no request after the last page', async () => {
    const log = await startWith(['r1'])
    log.send({ type: 'auditLog.more' })
    expect(log.standIns.open).toEqual([])
  })

  test('starts again with another filter, and drops the pending answer', async () => {
    const log = await startWith(['r1'], 'after r1')
    log.send({ type: 'auditLog.more' })
    log.send({ type: 'auditLog.choose', choice: { kind: 'reset' } })
    expect(log.records()).toEqual([])
    expect(log.standIns.open).toEqual(['loadPage'])
    expect(log.standIns.inputOf('loadPage')).toEqual({ choice: { kind: 'reset' }, cursor: null })
  })

  test('logs and shows a failed load, and repeats the failed page', async () => {
    const log = await startWith(['r1'], 'after r1')
    log.send({ type: 'auditLog.more' })
    await log.fails('loadPage')
    expect(log.tags()).toEqual(['error'])
    expect(log.journal).toContain('does logFailure "Auditoria não carregada."')
    log.send({ type: 'auditLog.reload' })
    expect(log.standIns.inputOf('loadPage')).toEqual({ choice: {}, cursor: 'after r1' })
    await log.page(['r2'])
    expect(log.records()).toEqual(['r1', 'r2'])
  })
})

describe('the file (AUD-3)', () => {
  test('contains the filtered records in the requested format', async () => {
    const log = startLog()
    log.send({ type: 'auditLog.choose', choice: { wordCode: 'A' } })
    log.send({ type: 'auditLog.export', format: 'json' })
    expect(log.tags().sort()).toEqual(['busy', 'exporting'])
    expect(log.standIns.inputOf('exportFile')).toEqual({ choice: { wordCode: 'A' }, format: 'json' })
    log.send({ type: 'auditLog.export', format: 'csv' })
    expect(log.standIns.inputOf('exportFile')).toMatchObject({ format: 'json' })
    log.standIns.resolve('exportFile', undefined)
    await log.settle()
    expect(log.tags()).toContain('exported')
  })

  test('has no status after the filter changes, whether the export succeeded or failed', async () => {
    for (const ends of ['well', 'badly'] as const) {
      const log = startLog()
      log.send({ type: 'auditLog.export', format: 'csv' })
      if (ends === 'well') log.standIns.resolve('exportFile', undefined)
      else log.standIns.reject('exportFile')
      await log.settle()
      log.send({ type: 'auditLog.choose', choice: {} })
      expect(log.tags()).toEqual(['busy'])
    }
  })

  test('can be exported again', async () => {
    const log = startLog()
    for (const format of ['csv', 'json'] as const) {
      log.send({ type: 'auditLog.export', format })
      expect(log.standIns.inputOf('exportFile')).toEqual({ choice: {}, format })
      log.standIns.resolve('exportFile', undefined)
      await log.settle()
    }
  })

  test('reports a failed export, and can be exported again', async () => {
    const log = startLog()
    log.send({ type: 'auditLog.export', format: 'csv' })
    await log.fails('exportFile')
    expect(log.tags()).toEqual(['exportFailed'])
    expect(log.journal).toContain('does logFailure "Auditoria não exportada."')
    log.send({ type: 'auditLog.export', format: 'json' })
    expect(log.standIns.inputOf('exportFile')).toEqual({ choice: {}, format: 'json' })
  })
})

testCoverage(coverage)
