import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { sinceText, untilText } from '../parts/time/time-texts.ts'

/** Who is on it, or ''. */
export function ownerText({ owner }: Pick<Incident, 'owner'>, userId: string): string {
  if (owner === null) return ''
  return owner.id === userId ? 'Você está cuidando' : `${nameText(owner)} está cuidando`
}

/** Who has been erased has no name any more (EVI-6). */
export function nameText({ name }: { name: string }): string {
  return name || 'Alguém'
}

/** Until when nobody is called for it, or ''. */
export function silenceText({ silence }: Pick<Incident, 'silence'>, now: number): string {
  return silence === null ? '' : `Silenciado ${untilText(Date.parse(silence.until), now)}`
}

/** Whether its sentence leaves open at which condominium it is. */
export function isPlaceOpen({ scope }: Pick<Incident, 'scope'>): boolean {
  return scope === 'device' || scope === 'address'
}

/**
 * What is wrong, where and since when: 'Catraca Torre A está sem contato. Edifício Água Viva, há 4 minutos.' The incident brings the
 * place's name: that of the list of condominiums comes later, and would move what stands below.
 * @param selectedId the condominium whose name is on the page anyway, or null
 */
export function incidentStatus(incident: Incident, serverNow: number, selectedId: string | null): string {
  const { condominiumId, condominiumName: place } = incident
  const since = sinceText(serverNow - Date.parse(incident.since))
  const isSaid = isPlaceOpen(incident) && place !== '' && condominiumId !== selectedId
  const where = isSaid ? `${place}, ${since}` : since.replace(/^h/, 'H')
  return `${incidentSentence(incident)} ${where}.`
}

/** How many there are and how the worst stands, of open ones, worst first; nothing where there are none. */
export function* incidentSentences(
  incidents: readonly Incident[],
  serverNow: number,
  selectedId: string | null,
): Generator<string> {
  const calling = incidents.filter(({ life }) => life !== 'silenced')
  const [worst = incidents[0]] = calling
  if (worst === undefined) return
  const deviceStatus = incidentStatus(worst, serverNow, selectedId)
  if (calling.length > 1) yield `${calling.length} ocorrências. A pior: ${deviceStatus}`
  else if (calling.length === 1) yield deviceStatus
  else if (incidents.length > 1) yield `${incidents.length} ocorrências silenciadas. A pior: ${deviceStatus}`
  else yield `${silenceText(worst, serverNow)}: ${deviceStatus}`
}
