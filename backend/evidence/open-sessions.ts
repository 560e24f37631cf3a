import * as v from 'valibot'
import type { Dossier } from '../../contract/wire/answers/evidence.ts'
import type { CheckedRecord } from './chain-links.ts'

export type OpenSessions = {
  take(record: CheckedRecord): void
  /** Lists the sessions whose end has no record. */
  unended(): string[]
  /**
   * Lists the sessions that were open at some time in the period. `stored`: the sessions of `unended` that are still
   * stored.
   */
  list(stored: readonly string[]): Dossier['signedIn']
}

const begunFact = v.object({
  ...{ kind: v.literal('session.begun'), seq: v.number(), at: v.string() },
  ...{ subject: v.object({ person: v.string() }), data: v.object({ session: v.string() }) },
})
const endedFact = v.object({
  ...{ kind: v.literal('session.ended'), seq: v.number(), at: v.string() },
  data: v.object({ session: v.string(), expiresAt: v.optional(v.string()) }),
})

/**
 * Finds the sessions of a dossier in the records of the chain, from the time `since` (ISO). An expiry may be recorded
 * long after it happened. If a session is not stored and its end has no record, an earlier version ended the session.
 */
export function openSessions({ from, to }: Dossier['period'], since: string): OpenSessions {
  const open = new Map<string, Dossier['signedIn'][number]>()
  return {
    take(record) {
      if (v.is(begunFact, record)) {
        const { seq, at, subject, data } = record
        if (at >= since && at < to)
          open.set(data.session, { person: subject.person, session: data.session, begun: { seq, at }, ended: null })
      } else if (v.is(endedFact, record)) {
        const { seq, at, data } = record
        const session = open.get(data.session)
        if (session === undefined || session.ended !== null) return
        session.ended = { seq, at: data.expiresAt ?? at }
        if (session.ended.at < from) open.delete(data.session)
      }
    },
    unended: () => [...open.values()].flatMap(({ session, ended }) => (ended === null ? session : [])),
    list(stored) {
      const isStored = new Set(stored)
      return [...open.values()].map((each) => ({
        ...each,
        ended: each.ended ?? (isStored.has(each.session) ? null : 'sem registro'),
      }))
    },
  }
}
