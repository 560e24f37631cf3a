import { fromPromise, type StateValue } from 'xstate'
import { auditMachine } from '../../../src/machines/audit/audit.machine.ts'
import type { Delivery } from '../../../src/services/audit/audit-outbox.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type AuditHistoryModelContext, type AuditHistoryModelEvent, auditHistoryModel } from './audit-history.model.ts'
import {
  type AuditKeepingModelContext,
  type AuditKeepingModelEvent,
  auditKeepingModel,
  entryOf,
} from './audit-keeping.model.ts'

const coverage = new Coverage(auditMachine)

/** If `isDelivering` is false, `deliver` answers immediately with zero records. */
function startAudit(isDelivering: boolean) {
  const standIns = new StandIns()
  const machine = auditMachine.provide({
    actors: {
      openOutbox: standIns.promise('openOutbox'),
      openMemory: standIns.promise('openMemory'),
      storage: standIns.callback('storage', () => undefined),
      traces: standIns.callback('traces', ({ userId }) => userId),
      commits: standIns.callback('commits', ({ userId, entries }) => [userId, ...entries.map(({ reason }) => reason)]),
      deliver: isDelivering
        ? standIns.promise('deliver', ({ userId, heldBack }) => [userId, ...heldBack])
        : fromPromise(async (): Promise<Delivery> => ({ done: 0, heldBack: [] })),
      readHistory: standIns.promise('readHistory', ({ userId, wordCode }) => [userId, wordCode]),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const input = { userId: 'u1' }
  return runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
}

type Audit = ReturnType<typeof startAudit>

const outbox = (place: 'browser' | 'memory') => ({ place })
const note = ({ send }: Audit, reason: string) => send({ type: 'audit.noted', entry: entryOf(reason) })
const commit = ({ standIns, snapshot }: Audit, at: 0 | -1) =>
  standIns.sendBack('commits', {
    type: 'records.committed',
    ...{ entries: snapshot().context.noted.slice(at).slice(0, 1) },
  })
const isIn = (value: StateValue, state: string) => nameOf(value).includes(state)

/** Whether all running services were given the outbox that was opened. */
function withOutbox({ snapshot, standIns }: Audit): boolean {
  const { context } = snapshot()
  return standIns.open
    .filter((name) => !['openOutbox', 'openMemory'].includes(name))
    .every((name) => (standIns.inputOf(name) as { outbox: unknown }).outbox === context.outbox)
}

const threeTimes = (...events: AuditKeepingModelEvent[]) => [...events, ...events, ...events]
const takesNone = { type: 'server.takes', count: 0, heldBack: '' } as const

testPaths<AuditKeepingModelContext, AuditKeepingModelEvent, Audit>(
  'keeping and delivering audit records (AUD-2, EVI-8)',
  {
    model: auditKeepingModel,
    events: [
      { type: 'outbox.opens' },
      { type: 'outbox.isRefused' },
      { type: 'memory.opens' },
      { type: 'memory.isBroken' },
      { type: 'circuit.moves' },
      { type: 'storage.commits', which: 'first' },
      { type: 'storage.commits', which: 'last' },
      { type: 'storage.isLost' },
      { type: 'server.takes', count: 3, heldBack: '' },
      { type: 'server.takes', count: 0, heldBack: 'r1' },
      { type: 'server.takes', count: 2, heldBack: 'r1' },
      takesNone,
      { type: 'server.fails' },
      { type: 'network.returns' },
      { type: 'socket.isRestored' },
      { type: 'next.isDue' },
    ],
    possible: (event, { value, context: { noted, failures, heldBack, deliveryDueAt } }) => {
      const { type } = event
      if (type.startsWith('outbox.')) return value === 'opening'
      if (type.startsWith('memory.')) return value === 'improvising'
      if (type === 'circuit.moves') return noted.length < 2
      if (type === 'storage.commits')
        return isIn(value, 'committing.working') && noted.length > (event.which === 'last' ? 1 : 0)
      if (isIn(value, 'storage.volatile')) return false
      if (type === 'storage.isLost') return isIn(value, 'storage.kept') && failures === 0
      if (type === 'next.isDue') return deliveryDueAt !== null
      const isAsked = isIn(value, 'delivery.delivering')
      if (type === 'server.takes') {
        const endsRound = event.count === 0 && event.heldBack === ''
        return (
          isAsked &&
          (endsRound ? heldBack.length === 0 || failures < 2 : event.heldBack === '' || heldBack.length === 0)
        )
      }
      if (type === 'server.fails') return isAsked && failures < 2
      return true
    },
    key: ({ value, context: { now, noted, failures, heldBack, deliveryDueAt } }) =>
      `${nameOf(value)} ${noted} ${failures} ${heldBack} ${(deliveryDueAt ?? now) - now}`,
    extraPaths: {
      'records are stored and delivered if the end of the session is not observed': [
        { type: 'outbox.opens' },
        { type: 'traces.fail' },
        { type: 'circuit.moves' },
        { type: 'storage.commits', which: 'first' },
        { type: 'server.takes', count: 1, heldBack: '' },
      ],
      'records are stored and delivered if the storage is not observed': [
        { type: 'outbox.opens' },
        { type: 'storage.isUnobserved' },
        { type: 'circuit.moves' },
        { type: 'storage.commits', which: 'first' },
        { type: 'server.takes', count: 1, heldBack: '' },
      ],
      'records that cannot be committed stay in the page': [
        { type: 'outbox.opens' },
        { type: 'circuit.moves' },
        { type: 'commits.fail' },
        { type: 'circuit.moves' },
        takesNone,
      ],
      'refused or uncommitted records are not passed to the memory twice': [
        { type: 'outbox.opens' },
        { type: 'circuit.moves' },
        { type: 'circuit.moves' },
        { type: 'storage.commits', which: 'last' },
        { type: 'server.takes', count: 1, heldBack: 'r1' },
        { type: 'storage.isLost' },
        { type: 'circuit.moves' },
        { type: 'memory.opens' },
        { type: 'storage.commits', which: 'first' },
        takesNone,
        takesNone,
      ],
      'eight deliveries fail, one succeeds, and another fails': [
        { type: 'outbox.opens' },
        ...threeTimes({ type: 'server.fails' }, { type: 'next.isDue' }),
        ...threeTimes({ type: 'server.fails' }, { type: 'next.isDue' }),
        { type: 'server.fails' },
        { type: 'next.isDue' },
        { type: 'server.fails' },
        { type: 'next.isDue' },
        { type: 'server.takes', count: 3, heldBack: '' },
        { type: 'server.fails' },
        { type: 'next.isDue' },
      ],
      'the server comes back during a delivery that then fails: the next one does not wait': [
        { type: 'outbox.opens' },
        { type: 'socket.isRestored' },
        { type: 'server.fails' },
        { type: 'server.fails' },
        { type: 'next.isDue' },
        { type: 'network.returns' },
        { type: 'server.takes', count: 0, heldBack: 'r1' },
        takesNone,
      ],
      'each delivery with a refused record doubles the pause, until a record is accepted': [
        { type: 'outbox.opens' },
        ...threeTimes({ type: 'server.takes', count: 0, heldBack: 'r1' }, takesNone, { type: 'next.isDue' }),
        { type: 'server.takes', count: 1, heldBack: 'r1' },
        takesNone,
        { type: 'next.isDue' },
        { type: 'server.takes', count: 1, heldBack: '' },
        takesNone,
      ],
    },
    start: () => startAudit(true),
    perform: {
      'outbox.opens': ({ standIns }) => standIns.resolve('openOutbox', outbox('browser')),
      'outbox.isRefused': ({ standIns }) => standIns.reject('openOutbox'),
      'memory.opens': ({ standIns }) => standIns.resolve('openMemory', outbox('memory')),
      'memory.isBroken': ({ standIns }) => standIns.reject('openMemory'),
      'circuit.moves': (audit) => {
        const has = audit.snapshot().context.noted.some(({ reason }) => reason === 'one')
        note(audit, has ? 'two' : 'one')
      },
      'storage.commits': (audit, { which }) => commit(audit, which === 'first' ? 0 : -1),
      'storage.isLost': ({ standIns }) => standIns.sendBack('storage', { type: 'storage.lost' }),
      'storage.isUnobserved': ({ standIns }) => standIns.crash('storage'),
      'commits.fail': ({ standIns }) => standIns.crash('commits'),
      'server.takes': ({ standIns }, { count, heldBack }) =>
        standIns.resolve('deliver', { done: count, heldBack: heldBack === '' ? [] : [heldBack] }),
      'server.fails': ({ standIns }) => standIns.reject('deliver'),
      'traces.fail': ({ standIns }) => standIns.crash('traces'),
      'network.returns': ({ send }) => send({ type: 'connectivity.online' }),
      'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    },
    expected: ({ value, context: { noted, failures, heldBack } }) => ({
      noted,
      failures,
      heldBack,
      open: [
        ...(isIn(value, 'committing.working') ? ['commits'] : []),
        ...(isIn(value, 'delivery.delivering') ? ['deliver'] : []),
        ...(value === 'improvising' ? ['openMemory'] : []),
        ...(value === 'opening' ? ['openOutbox'] : []),
        ...(isIn(value, 'storage.kept') ? ['storage'] : []),
        ...(isIn(value, 'traces.watched') ? ['traces'] : []),
      ],
      withOutbox: true,
    }),
    actual: (audit) => ({
      noted: audit.snapshot().context.noted.map(({ reason }) => reason),
      failures: audit.snapshot().context.failures,
      heldBack: audit.snapshot().context.heldBack,
      open: audit.standIns.open,
      withOutbox: withOutbox(audit),
    }),
  },
)

testPaths<AuditHistoryModelContext, AuditHistoryModelEvent, Audit>('the history of a device (DEV-6)', {
  model: auditHistoryModel,
  events: [
    { type: 'outbox.opens' },
    { type: 'outbox.isRefused' },
    { type: 'memory.opens' },
    { type: 'memory.isBroken' },
    { type: 'person.opensDevice', wordCode: 'A' },
    { type: 'person.opensDevice', wordCode: 'B' },
    { type: 'record.isStored' },
    { type: 'storage.reads', id: 'r1' },
    { type: 'storage.reads', id: 'r2' },
    { type: 'storage.fails' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('outbox.')) return value === 'opening'
    if (type.startsWith('memory.')) return value === 'improvising'
    if (type === 'record.isStored') return isIn(value, 'open.')
    return !type.startsWith('storage.') || isIn(value, 'open.reading')
  },
  key: ({ value, context: { wordCode, history, isKept } }) => `${nameOf(value)} ${wordCode} ${history} ${isKept}`,
  start: () => startAudit(false),
  perform: {
    'outbox.opens': ({ standIns }) => standIns.resolve('openOutbox', outbox('browser')),
    'outbox.isRefused': ({ standIns }) => standIns.reject('openOutbox'),
    'memory.opens': ({ standIns }) => standIns.resolve('openMemory', outbox('memory')),
    'memory.isBroken': ({ standIns }) => standIns.reject('openMemory'),
    'person.opensDevice': ({ send }, { wordCode }) => send({ type: 'audit.historyWanted', wordCode }),
    'record.isStored': (audit) => {
      note(audit, 'one')
      commit(audit, 0)
    },
    'storage.reads': ({ standIns }, { id }) => standIns.resolve('readHistory', [{ id }]),
    'storage.fails': ({ standIns }) => standIns.reject('readHistory'),
  },
  tags: ({ value, tags, context: { isKept } }) => (isIn(value, 'open.') && !isKept ? ['volatile'] : tags),
  expected: ({ value, context: { wordCode, history, isKept } }) => ({
    state: nameOf(value),
    wordCode,
    history,
    open: [
      ...(isIn(value, 'open.') ? ['commits'] : []),
      ...(value === 'improvising' ? ['openMemory'] : []),
      ...(value === 'opening' ? ['openOutbox'] : []),
      ...(isIn(value, 'open.reading') ? ['readHistory'] : []),
      ...(isIn(value, 'open.') && isKept ? ['storage'] : []),
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
