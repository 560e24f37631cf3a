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
    page: async (ids: string[], nextCursor: string | null = null) => {
      standIns.resolve('loadPage', { records: ids.map((id) => ({ id })), nextCursor })
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
  test('is not loaded before somebody has chosen what to see', () => {
    const { send, standIns } = startLog()
    send({ type: 'auditLog.more' })
    send({ type: 'auditLog.reload' })
    expect(standIns.open).toEqual([])
  })

  test('that did not come is asked for again when the server is back (LIVE-5)', async () => {
    const log = startLog()
    log.send({ type: 'auditLog.choose', choice: {} })
    await log.fails('loadPage')
    log.send({ type: 'server.restored' })
    await log.page(['r1'])
    expect(log.records()).toEqual(['r1'])
  })

  test('shows what was chosen, page after page', async () => {
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

  test('has no more than there is', async () => {
    const log = await startWith(['r1'])
    log.send({ type: 'auditLog.more' })
    expect(log.standIns.open).toEqual([])
  })

  test('begins anew with another choice, and waits for the answer to the first one no more', async () => {
    const log = await startWith(['r1'], 'after r1')
    log.send({ type: 'auditLog.more' })
    log.send({ type: 'auditLog.choose', choice: { kind: 'reset' } })
    expect(log.records()).toEqual([])
    expect(log.standIns.open).toEqual(['loadPage'])
    expect(log.standIns.inputOf('loadPage')).toEqual({ choice: { kind: 'reset' }, cursor: null })
  })

  test('is loaded anew from its beginning when asked', async () => {
    const log = await startWith(['r1'], 'after r1')
    log.send({ type: 'auditLog.reload' })
    expect(log.standIns.inputOf('loadPage')).toEqual({ choice: {}, cursor: null })
    await log.page(['r2', 'r1'])
    expect(log.records()).toEqual(['r2', 'r1'])
  })

  test('that cannot be had is logged and shown; the page that failed is asked for again', async () => {
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
  test('holds what was chosen, in the format that was asked for', async () => {
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

  test('that has ended, well or not, is of no interest to another choice', async () => {
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

  test('may be made again', async () => {
    const log = startLog()
    for (const format of ['csv', 'json'] as const) {
      log.send({ type: 'auditLog.export', format })
      expect(log.standIns.inputOf('exportFile')).toEqual({ choice: {}, format })
      log.standIns.resolve('exportFile', undefined)
      await log.settle()
    }
  })

  test('that could not be made says so, and may be tried again', async () => {
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
