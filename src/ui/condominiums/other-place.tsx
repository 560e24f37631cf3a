import { useFlow } from '../panel-context.tsx'
import { useFocusHandedOn } from '../parts/handed-on-focus.ts'
import { useCondominiumNames, useSelectedCondominium } from './condominium-hooks.ts'

/** Shows that a page is about another condominium than the selected one, and offers to select it (DESK-8). */
export function OtherPlace({ condominiumId }: { condominiumId: string }) {
  const selected = useSelectedCondominium()
  const name = useCondominiumNames().get(condominiumId)
  if (selected === null || name === undefined || selected.id === condominiumId) return null
  return <Notice condominiumId={condominiumId} name={name} selectedName={selected.name} />
}

interface NoticeProps {
  condominiumId: string
  name: string
  selectedName: string
}

function Notice({ condominiumId, name, selectedName }: NoticeProps) {
  const flow = useFlow('condominiums')
  return (
    <div
      ref={useFocusHandedOn<HTMLDivElement>()}
      role="note"
      className="card card-note d-flex flex-row flex-wrap align-items-center gap-10 mb-3"
    >
      <p>
        Esta página é de <strong>{name}</strong>. O condomínio selecionado é {selectedName}.
      </p>
      <button
        type="button"
        className="btn btn-quiet btn-sm ms-auto"
        onClick={() => flow.send({ type: 'condominiums.select', id: condominiumId })}
      >
        Selecionar {name}
      </button>
    </div>
  )
}
