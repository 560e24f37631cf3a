import { useId } from 'react'
import { useFlow } from '../panel-context.tsx'
import { useSelectedCondominium } from './condominium-hooks.ts'
import { CondominiumSelect } from './search/condominium-select.tsx'

interface PlaceChoiceProps {
  /** Label of the field: what the condominium is needed for. */
  text: string
  /** Label of the empty option. */
  noneText: string
}

/** Selects the condominium on a page that works with the selected one only, as the search in the header does (DESK-7). */
export function PlaceChoice({ text, noneText }: PlaceChoiceProps) {
  const flow = useFlow('condominiums')
  const id = useId()
  return (
    <div className="card-part">
      <label className="form-label" htmlFor={id}>
        {text}
      </label>
      <CondominiumSelect
        id={id}
        value={useSelectedCondominium()?.id ?? ''}
        noneText={noneText}
        onChange={(condominiumId) => flow.send({ type: 'condominiums.select', id: condominiumId || null })}
      />
    </div>
  )
}
