import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { useFlow } from '../panel-context.tsx'
import { BuildingIcon, CloseIcon } from '../parts/icons/icons.tsx'
import { condominiumAddress } from './condominium-address.ts'
import { useSelectedCondominium } from './condominium-hooks.ts'

/** Shows the name of the selected condominium, read-only (CON-2), as a link with a button that ends the selection (DESK-8). */
export function SelectedCondominium() {
  const selected = useSelectedCondominium()
  const flow = useFlow('condominiums')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const name = selected?.name ?? ''
  return (
    <div className="selected-condominium position-relative min-w-0">
      <BuildingIcon />
      <label htmlFor={id}>Condomínio selecionado</label>
      <input ref={field} id={id} type="text" readOnly tabIndex={-1} value={name} placeholder="Todos" title={name} />
      {selected !== null && (
        <>
          <Link
            href={condominiumAddress(selected.id)}
            className="row-link"
            aria-label={`Abrir ${name}`}
            title={`Abrir ${name}`}
          />
          <button
            type="button"
            className="icon-button"
            aria-label="Desfazer a seleção"
            title="Mostrar todos os condomínios"
            onClick={() => {
              field.current?.focus()
              flow.send({ type: 'condominiums.select', id: null })
            }}
          >
            <CloseIcon />
          </button>
        </>
      )}
    </div>
  )
}
