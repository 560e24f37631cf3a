import { type SubmitEvent, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useNoneText } from '../condominiums/condominium-hooks.ts'
import { CondominiumSelect } from '../condominiums/condominium-select.tsx'
import { type AuditFilterValues, auditAddress } from './audit-query.ts'
import { auditKindNames, auditKinds } from './audit-texts.ts'

/** Narrows the audit; what was asked for stands in the page's address. */
export function AuditFilters({ filter }: { filter: AuditFilterValues }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState<{ over: AuditFilterValues; changed: Partial<AuditFilterValues> }>({
    over: filter,
    changed: {},
  })
  const id = useId()
  const noneText = useNoneText()
  // What was typed over another address is gone; the form stays, and the focus with it.
  const changed = typed.over === filter ? typed.changed : {}
  const values = { ...filter, ...changed }
  const change = (more: Partial<AuditFilterValues>) => setTyped({ over: filter, changed: { ...changed, ...more } })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    navigate(auditAddress(values))
  }

  return (
    <form className="card audit-filters" aria-label="Filtrar a auditoria" onSubmit={submit}>
      <div>
        <label className="form-label" htmlFor={`${id}-device`}>
          Código do dispositivo
        </label>
        <input
          id={`${id}-device`}
          className="form-control"
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
          value={values.wordCode}
          onChange={(event) => change({ wordCode: event.target.value })}
        />
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-condominium`}>
          Condomínio
        </label>
        <CondominiumSelect
          id={`${id}-condominium`}
          value={values.condominiumId}
          noneText={noneText}
          onChange={(condominiumId) => change({ condominiumId })}
        />
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-kind`}>
          Tipo
        </label>
        <select
          id={`${id}-kind`}
          className="form-select"
          value={values.kind}
          onChange={(event) => change({ kind: event.target.value })}
        >
          <option value="">Todos</option>
          {auditKinds.map((kind) => (
            <option key={kind} value={kind}>
              {auditKindNames[kind]}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-from`}>
          De
        </label>
        <input
          id={`${id}-from`}
          type="date"
          className="form-control"
          max={values.to}
          value={values.from}
          onChange={(event) => change({ from: event.target.value })}
        />
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-to`}>
          Até
        </label>
        <input
          id={`${id}-to`}
          type="date"
          className="form-control"
          min={values.from}
          value={values.to}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <div className="audit-filter-actions">
        <button type="submit" className="btn btn-primary">
          Filtrar
        </button>
        <Link href="/audit" className="btn btn-quiet">
          Limpar filtro
        </Link>
      </div>
    </form>
  )
}
