import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useNoneText, useSelectedCondominium } from '../../condominiums/condominium-hooks.ts'
import { CondominiumSelect } from '../../condominiums/search/condominium-select.tsx'
import { DeviceOptions } from '../../device-list/device-options.tsx'
import { isNarrowing, type RecordFilter, recordAddress } from './record-query.ts'
import '../forms/form-select.css'
import './record-filters.css'

interface RecordFiltersProps {
  label: string
  /** Address of the page without a filter. */
  path: '/audit' | '/events'
  filter: RecordFilter
  kinds: readonly (readonly [kind: string, name: string])[]
}

/** Minimum width at which the form is open initially. */
const roomy = '(min-width: 768px)'

/** Filters records or events. The filter is stored in the page's address. */
export function RecordFilters({ label, path, filter, kinds }: RecordFiltersProps) {
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const noneText = useNoneText()
  const { wordCode, condominiumId, kind, from, to } = filter
  const selectedId = useSelectedCondominium()?.id ?? ''
  const placeId = condominiumId || selectedId
  // Resets fields to the filter of a new address without remounting the form, which would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the default values of the fields come from the filter
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input') ?? []) field.value = field.defaultValue
  }, [filter])

  function apply(more: Partial<RecordFilter> = {}) {
    if (form.current === null) return
    const typed = new FormData(form.current)
    const text = (name: 'wordCode' | 'from' | 'to') => String(typed.get(name) ?? '')
    navigate(
      recordAddress(path, { ...filter, wordCode: text('wordCode'), from: text('from'), to: text('to'), ...more }),
    )
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    apply()
  }

  return (
    <details className="card record-filters mb-3" open={matchMedia(roomy).matches}>
      <summary>{isNarrowing(filter) ? 'Filtro aplicado' : 'Filtro'}</summary>
      <form ref={form} aria-label={label} onSubmit={submit}>
        <div>
          <label className="form-label" htmlFor={`${id}-condominium`}>
            Condomínio
          </label>
          <CondominiumSelect
            id={`${id}-condominium`}
            value={condominiumId}
            noneText={noneText}
            onChange={(chosen) => apply({ condominiumId: chosen })}
          />
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-device`}>
            Código do dispositivo
          </label>
          <input
            id={`${id}-device`}
            name="wordCode"
            list={`${id}-devices`}
            className="form-control"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            defaultValue={wordCode}
          />
          {placeId !== '' && <DeviceOptions id={`${id}-devices`} condominiumId={placeId} />}
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-kind`}>
            Tipo
          </label>
          <select
            id={`${id}-kind`}
            className="form-select"
            value={kind}
            onChange={(event) => apply({ kind: event.target.value })}
          >
            <option value="">Todos</option>
            {kinds.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-from`}>
            De
          </label>
          <input id={`${id}-from`} name="from" type="datetime-local" className="form-control" defaultValue={from} />
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-to`}>
            Até
          </label>
          <input id={`${id}-to`} name="to" type="datetime-local" className="form-control" defaultValue={to} />
        </div>
        <div className="record-filter-actions">
          <button type="submit" className="btn btn-primary">
            Filtrar
          </button>
          <Link href={path} className="btn btn-quiet">
            Limpar filtro
          </Link>
        </div>
      </form>
    </details>
  )
}
