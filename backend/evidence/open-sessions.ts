import * as v from 'valibot'
import type { Dossier } from '../../contract/wire/answers/evidence.ts'
import type { CheckedRecord } from './chain-links.ts'

export type OpenSessions = {
  take(record: CheckedRecord): void
  /** Lists the sessions that have no record of their end. */
  unended(): string[]
  /** Lists the sessions that were open at some time in the period. `stored`: those of `unended` that are still stored. */
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
 * Finds the sessions of a dossier in the records of the chain; the first one may begin at `since` (ISO). The record of an expiry may be
 * written long after the expiry. A session that is neither stored nor has a record of its end was ended by an earlier version.
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
