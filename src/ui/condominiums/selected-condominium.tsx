import { useId } from 'react'
import { BuildingIcon } from '../parts/icons/icons.tsx'
import { useSelectedCondominium } from './condominium-hooks.ts'

/** Shows the name of the selected condominium, read-only (CON-2). */
export function SelectedCondominium() {
  const name = useSelectedCondominium()?.name ?? ''
  const id = useId()
  return (
    <div className="selected-condominium position-relative d-flex min-w-0">
      <BuildingIcon />
      <label htmlFor={id}>Condomínio selecionado</label>
      <input id={id} type="text" readOnly value={name} placeholder="Todos" title={name} />
    </div>
  )
}
