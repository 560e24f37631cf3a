import { callingAmong, type Isolated, silencedAmong } from '../../../contract/incidents/incident-order.ts'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { sinceText, untilText } from '../../../contract/texts/time-texts.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'

/** Describes the owner, of an ended incident the last owner; or ''. */
export function ownerText({ owner, passed, end }: Pick<Incident, 'owner' | 'passed' | 'end'>, userId: string): string {
  if (owner === null) return ''
  if (passed !== null) {
    const from = passed.by.id === userId ? 'Você' : nameText(passed.by)
    return owner.id === userId
      ? `${from} passou para você`
      : `${from} passou para ${nameText(owner)}, ainda sem resposta`
  }
  const name = owner.id === userId ? 'Você' : nameText(owner)
  return `${name} ${end === null ? 'está cuidando' : 'cuidou'}`
}

/** An erased person has no name (EVI-6). */
export function nameText({ name }: { name: string }): string {
  return name || 'Alguém'
}

/** First fact of the incident's story, on the server's clock, in milliseconds since the epoch (STATE-7). */
export function incidentSince({ openedAt }: Pick<Incident, 'openedAt'>): number {
  return Date.parse(openedAt)
}

/** Tone of an incident: red only while no person takes care of it. */
export function incidentTone({ end, life }: Pick<Incident, 'end' | 'life'>): 'bad' | 'warn' | 'neutral' | 'ok' {
  if (end === null) return life === 'silenced' ? 'neutral' : life === 'claimed' ? 'warn' : 'bad'
  return end === 'recovered' || end === 'quiet' || end === 'closed' ? 'ok' : 'neutral'
}

/** Describes until when the incident raises no alert, or ''. */
export function silenceText({ silence }: Pick<Incident, 'silence'>, now: number): string {
  return silence === null ? '' : `Silenciado ${untilText(Date.parse(silence.until), now)}`
}

/** Whether the incident's sentence does not name the condominium. */
export function isPlaceOpen({ scope }: Pick<Incident, 'scope'>): boolean {
  return scope === 'device' || scope === 'address'
}

/**
 * Describes trouble, place and start: 'Catraca Torre A está sem contato. Edifício Água Viva, há 4 minutos.' Uses the
 * condominium's name from the incident: the list of condominiums loads later, which would shift the layout.
 * @param selectedId the condominium that the page already names, or null
 */
export function incidentStatus(incident: Incident, serverNow: number, selectedId: string | null): string {
  const { condominiumId, condominiumName: place } = incident
  const since = sinceText(serverNow - incidentSince(incident))
  const isSaid = isPlaceOpen(incident) && place !== '' && condominiumId !== selectedId
  const where = isSaid ? `${place}, ${since}` : since.replace(/^h/, 'H')
  return `${incidentSentence(incident)} ${where}.`
}

/** Describes the number of open incidents and the worst one. `incidents` must be sorted worst first. */
export function* incidentSentences(
  incidents: readonly Incident[],
  serverNow: number,
  selectedId: string | null,
  isolated?: Isolated,
): Generator<string> {
  const [calling, silenced] = [callingAmong(incidents, isolated), silencedAmong(incidents)]
  const [worst = silenced[0]] = calling
  if (worst === undefined) return
  const deviceStatus = incidentStatus(worst, serverNow, selectedId)
  if (calling.length > 1) yield `${calling.length} ocorrências. A pior: ${deviceStatus}`
  else if (calling.length === 1) yield deviceStatus
  else if (silenced.length > 1) yield `${silenced.length} ocorrências silenciadas. A pior: ${deviceStatus}`
  else yield `${silenceText(worst, serverNow)}: ${deviceStatus}`
}
