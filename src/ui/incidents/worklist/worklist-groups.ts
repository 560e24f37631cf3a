import { incidentTitle } from '../../../../contract/incidents/incident-sentence.ts'
import { type OpenLife, openLives } from '../../../../contract/incidents/open-lives.ts'
import { condominiumsText, numberText } from '../../../../contract/texts/number-text.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import type { WorklistFilter } from './worklist-address.ts'

/** Open incidents of one group, worst first. */
export interface WorklistGroup {
  group: OpenLife
  incidents: readonly Incident[]
}

/** Groups the incidents that pass the filter. `incidents` must be sorted worst first. */
export function worklistGroups(
  incidents: readonly Incident[],
  { condominiumId, kind }: WorklistFilter,
): readonly WorklistGroup[] {
  const shown = incidents.filter(
    (each) =>
      (condominiumId === null || each.condominiumId === condominiumId || each.condominiumId === null) &&
      (kind === null || each.kind === kind),
  )
  return openLives.map((group) => ({ group, incidents: shown.filter(({ life }) => life === group) }))
}

/** The incidents in the order of the keys 'next' and 'previous'. */
export function worklistOrder(groups: readonly WorklistGroup[]): readonly Incident[] {
  return groups.flatMap(({ incidents }) => incidents)
}

/**
 * The incident after (1) or before (-1) the open one, or undefined at the end. If the open incident is not in the list,
 * the first one is next.
 */
export function besideOf(order: readonly Incident[], openId: string | null, step: 1 | -1): Incident | undefined {
  const at = order.findIndex(({ id }) => id === openId)
  return at === -1 ? (step === 1 ? order[0] : undefined) : order[at + step]
}

/** The unclaimed incident after the open one; after the last one, the first. Undefined if there is no other. */
export function nextUnclaimed(groups: readonly WorklistGroup[], openId: string | null): Incident | undefined {
  const unclaimed = groups.find(({ group }) => group === 'new')?.incidents ?? []
  const at = unclaimed.findIndex(({ id }) => id === openId)
  const next = unclaimed[at + 1] ?? unclaimed[0]
  return next?.id === openId ? undefined : next
}

/** Names what is wrong in two or three words, so that the place fits into the same line. */
export function whatText(incident: Incident): string {
  const { kind, scope, isOscillating, failing, devices } = incident
  if (kind === 'gate-held-open') return 'Portão aberto'
  if (kind !== 'contact') return incidentTitle(incident)
  if (isOscillating) return 'Oscilando'
  if (scope === 'condominium')
    return failing < devices ? `${numberText(failing)} de ${numberText(devices)} sem contato` : 'Tudo sem contato'
  return scope === 'devices' ? `${numberText(failing)} de ${numberText(devices)} sem contato` : 'Sem contato'
}

/**
 * Names of the condominium and the device of an incident. The condominium is first, because many devices have the same
 * name.
 */
export function placesOf({ scope, deviceName, wordCode, ip, condominiumName, condominiums }: Incident): string[] {
  if (scope === 'service') return [condominiumsText(condominiums)]
  const device = scope === 'device' ? deviceName || wordCode : scope === 'address' ? `Controlador em ${ip}` : ''
  return [condominiumName, device].filter((name) => name !== '')
}
