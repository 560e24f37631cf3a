import { incidentNames } from '../../../../contract/incidents/incident-names.ts'
import { type IncidentKind, incidentKinds } from '../../../../contract/wire/answers/incidents.ts'
import { incidentAddress } from '../incident-address.ts'

/** Filter of the worklist; null means no filter. It is in the page's address. */
export interface WorklistFilter {
  condominiumId: string | null
  kind: IncidentKind | null
}

export const kindTexts: Readonly<Record<IncidentKind, string>> = {
  ...incidentNames,
  contact: 'Sem contato',
}

const kindWords: Readonly<Record<IncidentKind, string>> = {
  contact: 'contato',
  'door-forced': 'porta-forcada',
  'gate-held-open': 'portao-aberto',
  reported: 'escrita',
  alarm: 'evento',
}

/** Reads the filter from a query string; an unknown kind means no filter. */
export function worklistFilterOf(search: string): WorklistFilter {
  const query = new URLSearchParams(search)
  return {
    condominiumId: query.get('condominio') || null,
    kind: incidentKinds.find((kind) => kindWords[kind] === query.get('tipo')) ?? null,
  }
}

/** Address of the worklist with an open incident, or (null) without one. */
export function worklistAddress(id: string | null, { condominiumId, kind }: WorklistFilter): string {
  const query = new URLSearchParams()
  if (condominiumId !== null) query.set('condominio', condominiumId)
  if (kind !== null) query.set('tipo', kindWords[kind])
  const path = id === null ? '/incidents' : incidentAddress(id)
  return query.size === 0 ? path : `${path}?${query}`
}
