import { isGateKind } from '../../contract/incidents/event-kinds.ts'
import { isMoment } from '../../contract/incidents/incident.machine.ts'
import { groupedWithinMs, reopenedWithinMs } from '../../contract/incidents/incident-rules.ts'
import type { Member } from './incident-store.ts'
import { beginIncident, lifeOf, type MovedIncident, moveIncident } from './moved-incident.ts'
import type { GateKind, OutboxEvent } from './outbox-events.ts'

type Place = NonNullable<OutboxEvent['place']>

const endOf = { online: 'recovered', unknown: 'moved', inactive: 'deactivated', gone: 'removed' } as const

/** Returns whether the server no longer checks the device at this address. */
export function isLeaving(kind: OutboxEvent['kind']): boolean {
  return kind !== 'online' && kind in endOf
}

/**
 * Assigns events to incidents, in order (INC-1): `incidents` are the candidates, which are moved; new ones are returned too. `known`
 * contains the devices of each so far. Returns the changed memberships.
 */
export function incidentsOf(
  outboxEvents: readonly OutboxEvent[],
  incidents: readonly MovedIncident[],
  known: readonly Member[],
): { incidents: MovedIncident[]; members: Member[] } {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]))
  const memberships = new Map<string, Map<string, Member>>()
  const changed = new Map<string, Member>()
  for (const each of known) membershipsOf(each.wordCode).set(each.incidentId, each)

  function membershipsOf(wordCode: string): Map<string, Member> {
    const own = memberships.get(wordCode) ?? new Map<string, Member>()
    memberships.set(wordCode, own)
    return own
  }

  function keep(member: Member): void {
    membershipsOf(member.wordCode).set(member.incidentId, member)
    changed.set(`${member.incidentId} ${member.wordCode}`, member)
  }

  function begin(incident: MovedIncident): MovedIncident {
    byId.set(incident.id, incident)
    return incident
  }

  function fail({ wordCode, at, cause, place }: OutboxEvent): void {
    const own = [...membershipsOf(wordCode).values()]
    if (place === null) return
    const failing = own.find(({ isFailing }) => isFailing)
    if (failing !== undefined) {
      if (failing.cause !== cause) keep({ ...failing, cause })
      return
    }
    const joined = returning(own, place, at) ?? find((each) => embraces(each, place, at))
    if (joined !== undefined) {
      const { failing: others } = joined.snapshot.context
      moveIncident(joined, { type: others === 0 ? 'facts.returned' : 'facts.grew', at, failing: others + 1 })
    }
    const { id } = joined ?? begin(beginIncident({ ...place, wordCode: '', kind: 'contact', at, failing: 1 }))
    keep({
      incidentId: id,
      wordCode,
      condominiumId: place.condominiumId,
      isFailing: true,
      hasAnswered: false,
      isWatched: true,
      cause,
      since: at,
    })
  }

  function returning(own: readonly Member[], place: Place, at: number): MovedIncident | undefined {
    return own
      .flatMap(({ incidentId }) => byId.get(incidentId) ?? [])
      .filter(
        (each) =>
          !isMoment(each.snapshot.context.kind) && each.condominiumId === place.condominiumId && mayReturn(each, at),
      )
      .reduce<MovedIncident | undefined>(
        (newest, each) => (newest !== undefined && newest.sequence > each.sequence ? newest : each),
        undefined,
      )
  }

  function endFailure({ wordCode, at, kind }: OutboxEvent & { kind: keyof typeof endOf }): void {
    const hasAnswered = kind === 'online'
    const how = endOf[kind]
    for (const member of membershipsOf(wordCode).values()) {
      const { incidentId, isFailing } = member
      const incident = byId.get(incidentId)
      if (incident === undefined || isMoment(incident.snapshot.context.kind)) continue
      const failing = incident.snapshot.context.failing - (isFailing ? 1 : 0)
      if (failing === 0 && !hasAnswered && !isWatchedWithout(wordCode, incidentId))
        moveIncident(incident, { type: 'facts.left', at, how })
      else if (isFailing)
        moveIncident(
          incident,
          failing > 0 ? { type: 'facts.shrank', at, failing, how } : { type: 'facts.cleared', at, how },
        )
      if (isFailing) keep({ ...member, isFailing: false, hasAnswered, cause: 'unknown', since: at })
    }
  }

  /** Returns whether the server still checks another device of the incident. */
  function isWatchedWithout(wordCode: string, incidentId: string): boolean {
    for (const own of memberships.values()) {
      const member = own.get(incidentId)
      if (member?.isWatched === true && member.wordCode !== wordCode) return true
    }
    return false
  }

  function addGateEvent({ wordCode, at, place, kind, alarm }: OutboxEvent & { kind: GateKind }): void {
    if (place === null) return
    const earlier = find(
      (each) =>
        each.wordCode === wordCode &&
        each.snapshot.context.kind === kind &&
        each.alarm?.code === alarm?.code &&
        mayReturn(each, at),
    )
    if (earlier === undefined) {
      const { id } = begin(beginIncident({ ...place, wordCode, kind, alarm, at, failing: 1 }))
      const { condominiumId } = place
      // The device answers; contact does not end a forced door.
      keep({
        ...{ incidentId: id, wordCode, condominiumId, cause: 'unknown', since: at },
        ...{ isFailing: false, hasAnswered: true, isWatched: true },
      })
      return
    }
    const isOpen = earlier.snapshot.hasTag('open')
    moveIncident(earlier, { type: isOpen ? 'facts.grew' : 'facts.returned', at, failing: 1 })
  }

  function find(isMeant: (incident: MovedIncident) => boolean): MovedIncident | undefined {
    for (const each of byId.values()) if (isMeant(each)) return each
    return undefined
  }

  for (const outboxEvent of outboxEvents) {
    const { kind } = outboxEvent
    if (isGateKind(kind) || kind === 'alarm') addGateEvent({ ...outboxEvent, kind })
    else if (kind === 'offline') fail(outboxEvent)
    else endFailure({ ...outboxEvent, kind })
  }
  return { incidents: [...byId.values()], members: [...changed.values()] }
}

function mayReturn({ snapshot }: MovedIncident, at: number): boolean {
  if (snapshot.hasTag('open')) return true
  return lifeOf(snapshot) === 'resolved' && at < (snapshot.context.resolvedAt ?? 0) + reopenedWithinMs
}

/**
 * Returns whether a failure joins the incident: within a minute of its last failure, and at the same condominium; for a
 * service failure, at the same customer.
 */
function embraces({ condominiumId, customersId, snapshot }: MovedIncident, place: Place, at: number): boolean {
  const { kind, failing, failedAt } = snapshot.context
  if (isMoment(kind) || failing === 0 || Math.abs(at - failedAt) > groupedWithinMs) return false
  if (!snapshot.hasTag('open')) return false
  return condominiumId === null ? customersId === place.customersId : condominiumId === place.condominiumId
}
