import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import type { ImportTarget } from '../../machines/device-import/device-import.machine.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { ImportIcon } from '../parts/icons/icons.tsx'

const accepted = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Accepts a file by picker or drag and drop. */
export function ImportDrop({ target }: { target: ImportTarget }) {
  const deviceImport = useFlow('deviceImport')
  const isBusy = useFlowState('deviceImport', (flow) => flow.hasTag('busy'))
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function choose(file: File | undefined) {
    if (file !== undefined) deviceImport.send({ type: 'import.choose', file, target })
  }

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    choose(currentTarget.files?.[0])
    // Else the person could not pick the same file again after editing it.
    currentTarget.value = ''
  }

  function allow(event: DragEvent) {
    event.preventDefault()
    setIsOver(true)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    choose(event.dataTransfer.files[0])
  }

  return (
    <section
      className={
        isOver ? 'card import-drop align-items-center mb-3 is-over' : 'card import-drop align-items-center mb-3'
      }
      aria-label="Planilha"
      onDragOver={allow}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <ImportIcon />
      <p>
        Solte aqui a planilha do modelo, ou escolha o arquivo.
        <span>Excel (.xlsx), até 5.000 linhas e 5 MB. Se uma linha tiver problema, nada é gravado.</span>
      </p>
      <BusyButton isBusy={isBusy} onClick={() => input.current?.click()}>
        Escolher arquivo
      </BusyButton>
      <input ref={input} type="file" accept={accepted} hidden aria-label="Arquivo da planilha" onChange={pick} />
    </section>
  )
}
