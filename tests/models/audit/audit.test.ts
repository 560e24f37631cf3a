import { fromPromise, type StateValue } from 'xstate'
import { auditMachine } from '../../../src/machines/audit/audit.machine.ts'
import type { AuditEntry } from '../../../src/services/audit/audit-entry.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type AuditHistoryModelContext, type AuditHistoryModelEvent, auditHistoryModel } from './audit-history.model.ts'
import {
  type AuditKeepingModelContext,
  type AuditKeepingModelEvent,
  auditKeepingModel,
  deliveryPauseMs,
  nextDueAt,
} from './audit-keeping.model.ts'

const coverage = new Coverage(auditMachine)

function entryOf(reason: string): AuditEntry {
  const where = { wordCode: 'A', condominiumId: 'c1' }
  return { ...where, at: '2026-03-02T09:00:00.000Z', kind: 'reset', cause: 'manual', reason }
}

/** `deliver` is a stand-in, or takes nothing at once. */
function startAudit(isDelivering: boolean) {
  const standIns = new StandIns()
  const machine = auditMachine.provide({
    actors: {
      openOutbox: standIns.promise('openOutbox'),
      traces: standIns.callback('traces', ({ userId }) => userId),
      commit: standIns.promise('commit', ({ userId, entries }) => [userId, ...entries.map(({ reason }) => reason)]),
      deliver: isDelivering ? standIns.promise('deliver', ({ userId }) => userId) : fromPromise(async () => 0),
      readHistory: standIns.promise('readHistory', ({ userId, wordCode }) => [userId, wordCode]),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const input = { userId: 'u1' }
  return runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
}

type Audit = ReturnType<typeof startAudit>

const outbox = (isVolatile: boolean) => ({ isVolatile })
const note = ({ send }: Audit, reason: string) => send({ type: 'audit.noted', entry: entryOf(reason) })
const isIn = (value: StateValue, state: string) => nameOf(value).includes(state)

/** The services that are asked must have been given the outbox that was opened. */
function withOutbox({ snapshot, standIns }: Audit): boolean {
  const { context } = snapshot()
  return standIns.open
    .filter((name) => name !== 'openOutbox')
    .every((name) => (standIns.inputOf(name) as { outbox: unknown }).outbox === context.outbox)
}

const threeTimes = (...events: AuditKeepingModelEvent[]) => [...events, ...events, ...events]

testPaths<AuditKeepingModelContext, AuditKeepingModelEvent, Audit>('keeping and delivering audit records (AUD-2)', {
  model: auditKeepingModel,
  events: [
    { type: 'outbox.opens', isVolatile: false },
    { type: 'outbox.opens', isVolatile: true },
    { type: 'outbox.isBroken' },
    { type: 'circuit.moves' },
    { type: 'storage.commits' },
    { type: 'storage.fails' },
    { type: 'server.takes', count: 3 },
    { type: 'server.takes', count: 0 },
    { type: 'server.fails' },
    { type: 'network.returns' },
    { type: 'socket.isRestored' },
    { type: 'next.isDue' },
  ],
  possible: ({ type }, { value, context }) => {
    const { now, noted, failures, commitDueAt, deliveryDueAt } = context
    if (type.startsWith('outbox.')) return value === 'opening'
    if (isIn(value, 'storage.volatile') && type !== 'storage.commits' && type !== 'circuit.moves') return false
    if (type === 'circuit.moves') return noted.length < 2
    if (type === 'next.isDue') return Number.isFinite(nextDueAt(context))
    if (type === 'storage.commits') return isIn(value, 'committing.writing')
    // Of two that fall due at once either may be first.
    if (type === 'storage.fails') return isIn(value, 'committing.writing') && deliveryDueAt !== now + 5_000
    if (type === 'server.takes') return isIn(value, 'delivery.delivering')
    const isCrossing = commitDueAt === now + deliveryPauseMs(failures + 1)
    if (type === 'server.fails') return isIn(value, 'delivery.delivering') && failures < 2 && !isCrossing
    return true
  },
  key: ({ value, context: { now, noted, writing, failures, commitDueAt, deliveryDueAt } }) =>
    `${nameOf(value)} ${noted} ${writing} ${failures} ${(commitDueAt ?? now) - now} ${(deliveryDueAt ?? now) - now}`,
  extraPaths: {
    'records are kept and delivered where nobody watches for the end of the session': [
      { type: 'outbox.opens', isVolatile: false },
      { type: 'traces.fail' },
      { type: 'circuit.moves' },
      { type: 'storage.commits' },
      { type: 'server.takes', count: 1 },
    ],
    'eight deliveries that fail, one that brings something, and another that fails': [
      { type: 'outbox.opens', isVolatile: false },
      ...threeTimes({ type: 'server.fails' }, { type: 'next.isDue' }),
      ...threeTimes({ type: 'server.fails' }, { type: 'next.isDue' }),
      { type: 'server.fails' },
      { type: 'next.isDue' },
      { type: 'server.fails' },
      { type: 'next.isDue' },
      { type: 'server.takes', count: 3 },
      { type: 'server.fails' },
      { type: 'next.isDue' },
    ],
  },
  start: () => startAudit(true),
  perform: {
    'outbox.opens': ({ standIns }, { isVolatile }) => standIns.resolve('openOutbox', outbox(isVolatile)),
    'outbox.isBroken': ({ standIns }) => standIns.reject('openOutbox'),
    'circuit.moves': (audit) => note(audit, audit.snapshot().context.noted.length === 0 ? 'one' : 'two'),
    'storage.commits': ({ standIns }) => standIns.resolve('commit', undefined),
    'storage.fails': ({ standIns }) => standIns.reject('commit'),
    'server.takes': ({ standIns }, { count }) => standIns.resolve('deliver', count),
    'server.fails': ({ standIns }) => standIns.reject('deliver'),
    'traces.fail': ({ standIns }) => standIns.crash('traces'),
    'network.returns': ({ send }) => send({ type: 'connectivity.online' }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
  },
  expected: ({ value, context: { noted, failures } }) => ({
    noted,
    failures,
    open: [
      ...(isIn(value, 'committing.writing') ? ['commit'] : []),
      ...(isIn(value, 'delivery.delivering') ? ['deliver'] : []),
      ...(value === 'opening' ? ['openOutbox'] : []),
      ...(isIn(value, 'traces.watched') ? ['traces'] : []),
    ],
    withOutbox: true,
  }),
  actual: (audit) => ({
    noted: audit.snapshot().context.noted.map(({ reason }) => reason),
    failures: audit.snapshot().context.failures,
    open: audit.standIns.open,
    withOutbox: withOutbox(audit),
  }),
})

testPaths<AuditHistoryModelContext, AuditHistoryModelEvent, Audit>('the history of a device (DEV-6)', {
  model: auditHistoryModel,
  events: [
    { type: 'outbox.opens' },
    { type: 'outbox.isBroken' },
    { type: 'person.looksAt', wordCode: 'A' },
    { type: 'person.looksAt', wordCode: 'B' },
    { type: 'record.isKept' },
    { type: 'storage.reads', id: 'r1' },
    { type: 'storage.reads', id: 'r2' },
    { type: 'storage.fails' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('outbox.')) return value === 'opening'
    if (type === 'record.isKept') return isIn(value, 'open.')
    return !type.startsWith('storage.') || isIn(value, 'open.reading')
  },
  key: ({ value, context: { wordCode, history } }) => `${nameOf(value)} ${wordCode} ${history}`,
  start: () => startAudit(false),
  perform: {
    'outbox.opens': ({ standIns }) => standIns.resolve('openOutbox', outbox(false)),
    'outbox.isBroken': ({ standIns }) => standIns.reject('openOutbox'),
    'person.looksAt': ({ send }, { wordCode }) => send({ type: 'audit.historyWanted', wordCode }),
    'record.isKept': (audit) => {
      note(audit, 'one')
      audit.standIns.resolve('commit', undefined)
    },
    'storage.reads': ({ standIns }, { id }) => standIns.resolve('readHistory', [{ id }]),
    'storage.fails': ({ standIns }) => standIns.reject('readHistory'),
  },
  expected: ({ value, context: { wordCode, history } }) => ({
    state: nameOf(value),
    wordCode,
    history,
    open: [
      ...(value === 'opening' ? ['openOutbox'] : []),
      ...(isIn(value, 'open.reading') ? ['readHistory'] : []),
      ...(isIn(value, 'open.') ? ['traces'] : []),
    ],
    withOutbox: true,
  }),
  actual: (audit) => {
    const { value, context } = audit.snapshot()
    return {
      state: typeof value === 'string' ? value : `open.${nameOf(value.open.history)}`,
      wordCode: context.wordCode,
      history: context.history.map(({ id }) => id),
      open: audit.standIns.open,
      withOutbox: withOutbox(audit),
    }
  },
})

testCoverage(coverage)
