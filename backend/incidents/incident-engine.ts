import type { BusParts } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { hasRow } from '../database/row-values.ts'
import { incidentRound } from './incident-round.ts'

const everyMs = 300
/** Of the advisory lock that one server holds while it makes incidents. */
const lockId = 20_210_021

export type IncidentEngine = {
  /** Makes incidents of all that has happened until now, and moves what is due. */
  catchUp(): Promise<void>
  /** Begins no more; resolves once what is under way has ended. */
  stop(): Promise<void>
}

/**
 * Makes incidents of what happens to devices and at gates, moves them by their chart, and tells people (INC). What happened lies in a table
 * that is written with the deed, and is taken from there with what it comes to: whenever a server dies, nothing is lost or done twice.
 * All servers of a database look; one of them does it.
 */
export function startIncidents({ database, bus, now }: BusParts): IncidentEngine {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(async () => {
      await catchUp().catch((error: unknown) => {
        if (!isStopped && !(error instanceof DatabaseUnavailable)) console.error('incidents were not made', error)
      })
      if (!isStopped) timer = schedule()
    }, everyMs).unref()
  }

  function catchUp(): Promise<void> {
    const next = running.then(async () => {
      while (!isStopped && (await isAnythingDue(database, now()))) if (!(await workOnce())) return
    })
    running = next.catch(() => {})
    return next
  }

  /** False while another server does it. */
  function workOnce(): Promise<boolean> {
    return bus.commit(async (transaction, announce) => {
      if (!(await isAlone(transaction))) return false
      await incidentRound(transaction, now(), announce)
      return true
    })
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
