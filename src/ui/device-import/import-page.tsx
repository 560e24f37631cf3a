import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { PlaceChoice } from '../condominiums/place-choice.tsx'
import { useFlow } from '../panel-context.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { ImportDrop } from './import-drop.tsx'
import { ImportPreview } from './import-preview.tsx'
import './import-page.css'

const texts = {
  place: 'Condomínio que recebe os dispositivos',
  choose: 'Escolha um condomínio',
} as const

/** Registers many devices from a spreadsheet (HTTP-5). */
export function ImportPage() {
  const selected = useSelectedCondominium()
  const deviceImport = useFlow('deviceImport')
  return (
    <>
      <PageHeading
        title="Importar dispositivos"
        context={selected === null ? '' : `De uma planilha para ${selected.name}`}
        actions={
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => deviceImport.send({ type: 'import.saveTemplate' })}
          >
            Baixar modelo
          </button>
        }
      />
      <section className="card import-place mb-3" aria-label="Condomínio">
        <PlaceChoice text={texts.place} noneText={texts.choose} />
      </section>
      {selected !== null && <ImportDrop target={{ id: selected.id, name: selected.name }} />}
      <ImportPreview />
    </>
  )
}
