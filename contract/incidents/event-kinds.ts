import type { KindRank } from '../wire/answers/event-kinds.ts'
import type { Activity, SearchedKind } from '../wire/answers/events.ts'
import type { Incident } from '../wire/answers/incidents.ts'

interface KindView {
  text: string
  tone: 'ok' | 'info' | 'warn' | 'bad' | 'neutral'
}

/** Text and tone of each known kind of event. `kindView` has the view of every kind. */
export const eventKinds: Readonly<Record<SearchedKind, KindView>> = {
  'access-granted': { text: 'Acesso liberado', tone: 'ok' },
  'access-denied': { text: 'Acesso negado', tone: 'warn' },
  'door-forced': { text: 'Porta forçada', tone: 'bad' },
  'gate-held-open': { text: 'Portão aberto além do tempo', tone: 'bad' },
  'device-down': { text: 'Dispositivo sem contato', tone: 'bad' },
  'device-up': { text: 'Dispositivo de volta', tone: 'ok' },
  intercom: { text: 'Interfone', tone: 'info' },
  reported: { text: 'Ocorrência escrita', tone: 'neutral' },
}

/** Whether every panel knows the kind. */
export function isKnownKind(kind: string): kind is SearchedKind {
  return Object.hasOwn(eventKinds, kind)
}

const tones = { urgent: 'bad', important: 'warn', normal: 'info' } as const satisfies Record<KindRank, string>

/**
 * Returns the text and tone of an event; no other code decides them (EVT-1). A catalogued kind has its name and the
 * tone of its rank; an unknown kind has its code in grey. The specification has one kind for answered and unanswered
 * intercom calls, so the description decides between the two.
 */
export function kindView({
  kind,
  description,
  catalogued,
}: Pick<Activity, 'kind' | 'description' | 'catalogued'>): KindView {
  if (catalogued) return { text: catalogued.name, tone: tones[catalogued.rank] }
  if (!isKnownKind(kind)) return { text: `Evento ${kind}`, tone: 'neutral' }
  const isUnanswered = kind === 'intercom' && /sem resposta|não atendid/i.test(description)
  return isUnanswered ? { text: 'Interfone sem resposta', tone: 'warn' } : eventKinds[kind]
}

/** Whether an event of this kind begins an incident without a catalogue. */
export function isGateKind(kind: string): kind is 'door-forced' | 'gate-held-open' {
  return kind === 'door-forced' || kind === 'gate-held-open'
}

/** Returns the kind of the incident that an event begins; null if the event begins no incident. */
export function calledBy({ kind, catalogued }: Pick<Activity, 'kind' | 'catalogued'>): {
  kind: 'door-forced' | 'gate-held-open' | 'alarm'
  alarm: Incident['alarm']
} | null {
  if (isGateKind(kind)) return { kind, alarm: null }
  if (!catalogued?.calls) return null
  return { kind: 'alarm', alarm: { code: kind, name: catalogued.name, rank: catalogued.rank } }
}
