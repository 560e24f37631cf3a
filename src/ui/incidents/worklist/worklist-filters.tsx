import { useId } from 'react'
import { useLocation } from 'wouter'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { incidentKinds } from '../../../../contract/wire/answers/incidents.ts'
import { useCondominiumNames, useNoneText } from '../../condominiums/condominium-hooks.ts'
import { kindTexts, type WorklistFilter, worklistAddress } from './worklist-address.ts'
import '../../parts/forms/form-select.css'

interface WorklistFiltersProps {
  openId: string | null
  filter: WorklistFilter
  /** All open incidents: only their condominiums are offered. */
  incidents: readonly Incident[]
}

/** Filters the worklist by condominium and kind; the filter is in the page's address. */
export function WorklistFilters({ openId, filter, incidents }: WorklistFiltersProps) {
  const [, navigate] = useLocation()
  const id = useId()
  const noneText = useNoneText()
  const names = useCondominiumNames()
  const offered = new Map(incidents.map(({ condominiumId, condominiumName }) => [condominiumId, condominiumName]))
  if (filter.condominiumId !== null && !offered.has(filter.condominiumId))
    offered.set(filter.condominiumId, names.get(filter.condominiumId) ?? 'Outro condomínio')
  const byName = [...offered].toSorted(([, left], [, right]) => left.localeCompare(right, 'pt-BR'))
  const apply = (more: Partial<WorklistFilter>) =>
    navigate(worklistAddress(openId, { ...filter, ...more }), { replace: true })
  return (
    <search className="worklist-filters d-grid gap-2">
      <label className="visually-hidden" htmlFor={`${id}-condominium`}>
        Filtrar por condomínio
      </label>
      <select
        id={`${id}-condominium`}
        className="form-select"
        value={filter.condominiumId ?? ''}
        onChange={({ target }) => apply({ condominiumId: target.value || null })}
      >
        <option value="">{noneText}</option>
        {byName.map(([condominiumId, name]) =>
          condominiumId === null ? null : (
            <option key={condominiumId} value={condominiumId}>
              {name}
            </option>
          ),
        )}
      </select>
      <label className="visually-hidden" htmlFor={`${id}-kind`}>
        Filtrar por tipo
      </label>
      <select
        id={`${id}-kind`}
        className="form-select"
        value={filter.kind ?? ''}
        onChange={({ target }) => apply({ kind: incidentKinds.find((kind) => kind === target.value) ?? null })}
      >
        <option value="">Todos os tipos</option>
        {incidentKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindTexts[kind]}
          </option>
        ))}
      </select>
    </search>
  )
}
