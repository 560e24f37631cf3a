import { type ReactNode, useRef } from 'react'
import { BusyButton } from '../busy-button.tsx'

interface SheetCardProps {
  hint: string
  /** Name of the file input for screen readers. */
  fileLabel: string
  isBusy: boolean
  /** Shown instead of the buttons while a spreadsheet is compared; null otherwise. */
  preview: ReactNode
  onExport: () => void
  onChoose: (file: File) => void
}

/** Exports a list as a spreadsheet, and chooses a spreadsheet to import (PROC-1). */
export function SheetCard({ hint, fileLabel, isBusy, preview, onExport, onChoose }: SheetCardProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <section className="card mb-3" aria-labelledby="planilha">
      <div className="card-heading">
        <h2 id="planilha">Planilha</h2>
        <p>{hint}</p>
      </div>
      {preview ?? (
        <div className="card-part d-flex flex-wrap gap-2">
          <BusyButton type="button" className="btn btn-quiet" isBusy={isBusy} onClick={onExport}>
            Baixar planilha
          </BusyButton>
          <BusyButton type="button" className="btn btn-quiet" isBusy={isBusy} onClick={() => input.current?.click()}>
            Importar planilha
          </BusyButton>
          <input
            ref={input}
            type="file"
            accept=".xlsx"
            hidden
            aria-label={fileLabel}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file !== undefined) onChoose(file)
              // Without this reset, the person could not choose the same file again after a correction.
              currentTarget.value = ''
            }}
          />
        </div>
      )}
    </section>
  )
}

interface SheetDecisionProps {
  /** What happens to the stored data. */
  text: string
  applyText: string
  canApply: boolean
  isBusy: boolean
  onApply: () => void
  onDiscard: () => void
}

/** The decision about a spreadsheet after its preview. */
export function SheetDecision({ text, applyText, canApply, isBusy, onApply, onDiscard }: SheetDecisionProps) {
  return (
    <>
      <p className="card-part" role="status">
        {text}
      </p>
      <div className="card-part d-flex flex-wrap gap-2">
        {canApply && (
          <BusyButton type="button" className="btn btn-primary" isBusy={isBusy} onClick={onApply}>
            {applyText}
          </BusyButton>
        )}
        <button type="button" className="btn btn-quiet" onClick={onDiscard}>
          Descartar
        </button>
      </div>
    </>
  )
}
