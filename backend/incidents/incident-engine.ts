import type { BusParts } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { hasRow } from '../database/row-values.ts'
import { incidentRound } from './incident-round.ts'
import { pullBackIncidents } from './times-ahead.ts'

/** Longest delay of one round of the incident engine, in milliseconds. */
export const engineEveryMs = 300
/** Advisory lock of the server that creates incidents. */
const lockId = 20_210_021

export type IncidentEngine = {
  /** Creates incidents from all stored events, and carries out due transitions. */
  catchUp(): Promise<void>
  /** Starts no more rounds; resolves when the running one has ended. */
  stop(): Promise<void>
}

/**
 * Creates incidents from events of devices and gates, runs their chart, and sends notifications (INC). Events lie in an outbox table,
 * written with the change itself and removed with its result: if a server dies, no event is lost or handled twice. All servers of a
 * database try; one works at a time.
 */
export function startIncidents({ database, bus, now }: BusParts): IncidentEngine {
  let isStopped = false
  /** Newest time seen; the clock may have been set back before the start, too. */
  let latest = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(async () => {
      await catchUp().catch((error: unknown) => {
        if (!isStopped && !(error instanceof DatabaseUnavailable))
          console.error('incidents could not be created', error)
      })
      if (!isStopped) timer = schedule()
    }, engineEveryMs).unref()
  }

  function catchUp(): Promise<void> {
    const next = running.then(async () => {
      while (!isStopped && (now() < latest || (await isAnythingDue(database, now())))) if (!(await workOnce())) return
      latest = now()
    })
    running = next.catch(() => {})
    return next
  }

  /** Resolves to false if another server holds the lock. */
  async function workOnce(): Promise<boolean> {
    const time = now()
    const isDone = await bus.commit(async (transaction, announce) => {
      if (!(await isAlone(transaction))) return false
      if (time < latest) await pullBackIncidents(transaction, time)
      await incidentRound(transaction, time, announce)
      return true
    })
    if (isDone) latest = time
    return isDone
  }

  return {
    catchUp,
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

function isAnythingDue(database: Database, now: number): Promise<boolean> {
  const sql = 'select where exists (select from happenings) or exists (select from incidents where due_at <= $1)'
  return hasRow(database, sql, [new Date(now)])
}

function isAlone(transaction: Queryable): Promise<boolean> {
  return hasRow(transaction, 'select where pg_try_advisory_xact_lock($1)', [lockId])
}
