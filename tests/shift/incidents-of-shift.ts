import type { Alarm } from '../../backend/alarm-load/alarm-period.ts'
import { incidentsOf } from '../../backend/incidents/incident-grouping.ts'
import type { Member } from '../../backend/incidents/incident-store.ts'
import {
  lifeOf,
  type MovedIncident,
  moveByClock,
  moveIncident,
  type Note,
} from '../../backend/incidents/moved-incident.ts'
import type { OutboxEvent } from '../../backend/incidents/outbox-events.ts'
import { type IncidentEvent, isMoment, recentChanges } from '../../contract/incidents/incident.machine.ts'
import { incidentSentence, incidentTitle } from '../../contract/incidents/incident-sentence.ts'
import type { IncidentStory } from '../../contract/wire/answers/incident-story.ts'
import type { Incident, IncidentCause, IncidentNotice } from '../../contract/wire/answers/incidents.ts'
import type { Notification } from '../../contract/wire/answers/notifications.ts'
import type { World } from './gate-world.ts'

export type Fact = OutboxEvent

const minuteMs = 60_000
const callingActs: ReadonlySet<Note['act']> = new Set(['opened', 'reopened', 'calmed'])
const endingActs: ReadonlySet<Note['act']> = new Set(['claimed', 'silenced', 'resolved', 'closed'])
const people: Readonly<Record<string, string>> = { porteiro: 'Porteiro', ana: 'Ana' }

/** An incident with the values that a database would store. */
interface StoredIncident {
  moved: MovedIncident
  /** The snapshot that was stored last; null before the first store. */
  snapshot: MovedIncident['snapshot'] | null
  notes: Note[]
  version: number
  sequence: number
}

/**
 * The incidents of the simulated server. The grouping and the chart are the product's own; only the database is replaced. Failures of most
 * condominiums at once (INC-1) are not simulated. `random` is from 0 to 1.
 */
export function createIncidents(
  world: Pick<World, 'actChance' | 'condominiums' | 'activeDevices' | 'deviceOf'>,
  random: () => number,
) {
  const stored = new Map<string, StoredIncident>()
  /** The incidents that may still change. */
  const living = new Set<StoredIncident>()
  const members = new Map<string, Member>()
  const notified: Notification[] = []
  let lastSequence = 0

  const membersOf = (id: string) => [...members.values()].filter(({ incidentId }) => incidentId === id)

  function take(facts: readonly Fact[]): void {
    if (facts.length === 0) return
    const candidates = [...living].map(({ moved }) => moved)
    const { incidents, members: changed } = incidentsOf(facts, candidates, [...members.values()])
    for (const moved of incidents) {
      if (stored.has(moved.id)) continue
      const begun = { moved, snapshot: null, notes: [], version: 0, sequence: ++lastSequence }
      stored.set(moved.id, begun)
      living.add(begun)
    }
    for (const member of changed) {
      const key = `${member.incidentId} ${member.wordCode}`
      const { cause } = member.isFailing ? member : (members.get(key) ?? member)
      members.set(key, { ...member, cause })
    }
  }

  /** Other people sometimes claim, silence or release an incident, or close an incident of a gate. */
  function actAsPeople(now: number): void {
    for (const { moved } of living) {
      if (!moved.snapshot.hasTag('open') || random() >= world.actChance) continue
      const by = random() < 0.5 ? 'ana' : 'porteiro'
      const chance = random()
      if (chance < 0.5) moveIncident(moved, { type: 'person.claimed', at: now, by })
      else if (chance < 0.8)
        moveIncident(moved, { type: 'person.silenced', at: now, by, until: now + 5 * minuteMs, reason: 'obra' })
      else if (chance < 0.9) moveIncident(moved, { type: 'person.released', at: now, by })
      else if (isMoment(moved.snapshot.context.kind))
        moveIncident(moved, { type: 'person.closed', at: now, by, word: 'alarme falso' })
    }
  }

  /** Stores the incidents that changed since the last step. Returns these incidents and their notifications. */
  function store(before: ReadonlyMap<string, string>, now: number) {
    const changed: Incident[] = []
    const notifications: Notification[] = []
    for (const each of living) {
      const { moved } = each
      if (before.get(moved.id) === causesOf(moved.id) && moved.snapshot === each.snapshot) continue
      each.snapshot = moved.snapshot
      if (moved.notes.some(({ act }) => act === 'reopened')) each.sequence = ++lastSequence
      each.version += 1
      each.notes.push(...moved.notes.splice(0))
      const incident = incidentAt(each, now)
      changed.push(incident)
      for (const notice of moved.notices.splice(0)) notifications.push(notificationOf(incident, notice, now))
      if (incident.life === 'closed' || incident.life === 'merged') living.delete(each)
    }
    notified.unshift(...notifications)
    return { changed, notifications }
  }

  function causesOf(id: string): string {
    return membersOf(id)
      .map(({ wordCode, cause, isFailing }) => `${wordCode} ${cause} ${isFailing}`)
      .join()
  }

  function incidentAt({ moved, version, sequence }: StoredIncident, now: number): Incident {
    const { id, condominiumId, openedAt, snapshot } = moved
    const { context } = snapshot
    const own = membersOf(id)
    const failing = own.filter(({ isFailing }) => isFailing)
    const [first] = own
    const isAlone = own.length === 1
    const device = isAlone && first !== undefined ? world.deviceOf(first.wordCode) : undefined
    return {
      id,
      sequence,
      kind: context.kind,
      scope: scopeOf(condominiumId, own),
      cause: causeOf(failing.length > 0 ? failing : own),
      life: lifeOf(snapshot),
      passed: null,
      report: null,
      end: context.end,
      isOscillating: snapshot.matches({ signal: 'oscillating' }),
      isTold: snapshot.matches({ notice: 'told' }),
      condominiumId,
      condominiumName: world.condominiums.find((each) => each.id === condominiumId)?.name ?? '',
      wordCode: device?.wordCode ?? '',
      deviceName: device?.name ?? '',
      ip: '',
      failing: context.failing,
      devices: own.length,
      condominiums: new Set(failing.map((each) => each.condominiumId)).size,
      falls: fallsOf(moved, now),
      owner: context.owner === null ? null : personOf(context.owner),
      silence:
        context.silence === null
          ? null
          : { ...context.silence, until: isoOf(context.silence.until), by: personOf(context.silence.by) },
      openedAt: isoOf(openedAt),
      since: isoOf(context.beganAt),
      resolvedAt: context.resolvedAt === null ? null : isoOf(context.resolvedAt),
      word: context.word,
      reopenings: context.reopenings,
      version,
    }
  }

  function scopeOf(condominiumId: string | null, own: readonly Member[]): Incident['scope'] {
    if (own.length === 1) return 'device'
    const ofPlace = world.activeDevices.filter((device) => device.condominiumId === condominiumId)
    return own.length >= ofPlace.length ? 'condominium' : 'devices'
  }

  /** Open incidents, and incidents that ended less than 30 minutes ago; newest first. */
  function listed(now: number): Incident[] {
    return [...stored.values()]
      .map((each) => incidentAt(each, now))
      .filter(({ end, resolvedAt }) => end === null || Date.parse(resolvedAt ?? '') > now - 30 * minuteMs)
      .sort((left, right) => (right.sequence ?? 0) - (left.sequence ?? 0))
  }

  /** The calls to people (INC-9), oldest first. */
  function alarms(): Alarm[] {
    const all = [...stored.values()].flatMap(({ moved, notes }) => {
      const device = world.deviceOf(membersOf(moved.id)[0]?.wordCode ?? '')
      return notes.flatMap(({ act, at, by }, index): Alarm[] => {
        if (!(callingActs.has(act) || (act === 'silence-ended' && by === null))) return []
        const ended = notes.slice(index + 1).find((note) => endingActs.has(note.act))
        const ofIncident = { incidentId: moved.id, condominiumId: moved.condominiumId, condominiumName: '' }
        const taken = { endedAt: ended?.at ?? null, takenBy: ended?.by ?? null }
        return [{ at, deviceName: device?.name ?? '', ...ofIncident, ...taken }]
      })
    })
    return all.toSorted((left, right) => left.at - right.at)
  }

  return {
    listed,
    alarms,
    notifications: () => notified.slice(0, 50),
    /** A person acts on an incident; the next step delivers the change. */
    act(id: string, event: IncidentEvent): void {
      const moved = stored.get(id)?.moved
      if (moved !== undefined) moveIncident(moved, event)
    },
    /** WordCodes of the failing devices of all open incidents. */
    embraced(): string[] {
      return [...members.values()]
        .filter(({ incidentId, isFailing }) => isFailing && stored.get(incidentId)?.moved.snapshot.hasTag('open'))
        .map(({ wordCode }) => wordCode)
    },
    storyOf(id: string, now: number): IncidentStory | undefined {
      const each = stored.get(id)
      if (each === undefined) return undefined
      return {
        incident: incidentAt(each, now),
        notes: each.notes.map(({ act, at, by, to, text, until }, index) => ({
          ...{ id: `${id}-${index}`, act, text, at: isoOf(at) },
          ...{ by: by === null ? null : personOf(by), to: to === null ? null : personOf(to) },
          until: until === null ? null : isoOf(until),
        })),
        devices: membersOf(id).map(({ wordCode, condominiumId, isFailing, hasAnswered, since }) => ({
          ...{ wordCode, condominiumId, isFailing, hasAnswered, since: isoOf(since) },
          name: world.deviceOf(wordCode)?.name ?? '',
          condominiumName: world.condominiums.find((place) => place.id === condominiumId)?.name ?? '',
        })),
        colleagues: [personOf('ana')],
      }
    },
    /**
     * Processes new facts and the time until `now`. Returns the changed incidents and the new notifications, as the live connection
     * delivers them.
     */
    goOn(facts: readonly Fact[], now: number): { changed: Incident[]; notifications: Notification[] } {
      const before = new Map([...living].map(({ moved: { id } }) => [id, causesOf(id)]))
      take(facts)
      for (const { moved } of living) moveByClock(moved, now)
      actAsPeople(now)
      return store(before, now)
    },
  }
}

function causeOf(members: readonly Member[]): IncidentCause {
  const [cause = 'unknown', ...others] = new Set(members.map((each) => each.cause))
  return others.length === 0 ? cause : 'unknown'
}

function fallsOf({ snapshot: { context } }: MovedIncident, now: number): number {
  if (isMoment(context.kind)) return context.times
  const { length } = recentChanges(context.changes, now)
  return context.failing > 0 ? Math.ceil(length / 2) : Math.floor(length / 2)
}

function notificationOf(incident: Incident, notice: IncidentNotice, now: number): Notification {
  const { id, condominiumId, wordCode, deviceName, version } = incident
  return {
    id: `${id}-${notice}-${version}`,
    title: incidentTitle(incident),
    body: incidentSentence(incident),
    data: { incidentId: id, notice, condominiumId, wordCode, deviceName },
    userId: 'porteiro',
    isRead: false,
    createdAt: isoOf(now),
  }
}

function personOf(id: string): { id: string; name: string } {
  return { id, name: people[id] ?? '' }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
