import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useNoneText, useSelectedCondominium } from '../../condominiums/condominium-hooks.ts'
import { OtherPlace } from '../../condominiums/other-place.tsx'
import { CondominiumSelect } from '../../condominiums/search/condominium-select.tsx'
import { DeviceField } from '../../device-list/device-field.tsx'
import { aroundMinute, isNarrowing, lastNight, type RecordFilter, recordAddress } from './record-query.ts'
import '../forms/form-select.css'
import './record-filters.css'

interface RecordFiltersProps {
  label: string
  /** Address of the page without a filter. */
  path: '/audit' | '/events'
  filter: RecordFilter
  kinds: readonly (readonly [kind: string, name: string])[]
  /** Names of the actors to choose from; absent: no choice. */
  actors?: Readonly<Record<string, string>>
}

/** Minimum width at which the form is open initially. */
const roomy = '(min-width: 768px)'

/** Filters records or events. The filter is stored in the page's address. */
export function RecordFilters({ label, path, filter, kinds, actors }: RecordFiltersProps) {
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const noneText = useNoneText()
  const { wordCode, condominiumId, kind, actor, from, to } = filter
  const selectedId = useSelectedCondominium()?.id ?? ''
  const placeId = condominiumId || selectedId
  const [sought, setSought] = useState<{ text: string; more: Partial<RecordFilter> } | null>(null)
  // Resets fields to the filter of a new address without remounting the form, which would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the default values of the fields come from the filter
  useEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])
      if (field.type !== 'hidden') field.value = field.defaultValue
    setSought(null)
  }, [filter])

  function apply(more: Partial<RecordFilter> = {}) {
    if (form.current === null) return
    const typed = new FormData(form.current)
    const text = (name: 'wordCode' | 'around' | 'from' | 'to') => String(typed.get(name) ?? '')
    const period = text('around') === '' ? { from: text('from'), to: text('to') } : aroundMinute(text('around'))
    const chosen = { ...filter, wordCode: text('wordCode'), ...period, ...more }
    // A text that is no code of the filter may be the name of a device.
    if (chosen.wordCode.trim() === '' || chosen.wordCode === filter.wordCode || 'wordCode' in more)
      navigate(recordAddress(path, chosen))
    else setSought({ text: chosen.wordCode, more })
  }

  function takeFound(code: string) {
    setSought(null)
    apply({ ...sought?.more, wordCode: code })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    apply()
  }

  return (
    <>
      <OtherPlace condominiumId={condominiumId} />
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
              Dispositivo
            </label>
            <DeviceField
              id={`${id}-device`}
              name="wordCode"
              wordCode={wordCode}
              condominiumId={placeId}
              sought={sought?.text ?? null}
              onFound={takeFound}
            />
          </div>
          <Choice
            id={`${id}-kind`}
            label="Tipo"
            value={kind}
            options={kinds}
            onChoose={(chosen) => apply({ kind: chosen })}
          />
          {actors !== undefined && (
            <Choice
              id={`${id}-actor`}
              label="Quem"
              value={actor}
              options={Object.entries(actors)}
              onChoose={(chosen) => apply({ actor: chosen })}
            />
          )}
          <div>
            <label className="form-label" htmlFor={`${id}-around`}>
              Por volta de
            </label>
            <input
              id={`${id}-around`}
              name="around"
              type="datetime-local"
              className="form-control"
              title="15 minutos antes e depois"
            />
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
            <button type="button" className="btn btn-quiet" onClick={() => apply(lastNight(new Date()))}>
              Noite passada
            </button>
            <Link href={path} className="btn btn-quiet">
              Limpar filtro
            </Link>
          </div>
        </form>
      </details>
    </>
  )
}

interface ChoiceProps {
  id: string
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

function Choice({ id, label, value, options, onChoose }: ChoiceProps) {
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="form-select" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">Todos</option>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
