import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { devicesText } from '../../../contract/texts/number-text.ts'
import { devicesAddress } from '../device-list/device-addresses.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { CheckIcon } from '../parts/icons/icons.tsx'
import { type ImportStatus, useImportFacts, useImportRows, useImportStatus } from './import-hooks.ts'
import { ImportRows } from './import-rows.tsx'
import { importText, importTone, sheetText } from './import-texts.ts'

const sendable: readonly ImportStatus[] = ['sound', 'withdrawn', 'failed']

/** Shows the status and the buttons of the import, and the rows of the file with the problem of each cell. */
export function ImportPreview() {
  const deviceImport = useFlow('deviceImport')
  const status = useImportStatus()
  const facts = useImportFacts()
  const rows = useImportRows()
  const faulty = rows.filter(hasProblem)
  const [isNarrowed, setIsNarrowed] = useState(true)
  const text = importText(status, { ...facts, rowCount: rows.length, faultyCount: faulty.length })
  const isBad = importTone(status) === 'bad'
  const isOpen = rows.length > 0 && status !== 'sending' && status !== 'awaited'
  const word = useRef<HTMLParagraphElement>(null)
  // The pressed button, and the focus with it, may have disappeared.
  useEffect(() => {
    if (status !== 'fresh' && document.activeElement === document.body) word.current?.focus({ preventScroll: true })
  }, [status])
  const shown = isNarrowed && faulty.length > 0 ? faulty : rows
  return (
    <>
      <section className={text === '' ? 'import-standing is-empty' : 'card import-standing'} aria-label="Andamento">
        {isOpen && <p className="text-soft text-sm text-anywhere">{sheetText(facts)}</p>}
        <div className={`import-word d-flex align-items-start gap-10 tone-${importTone(status)}`}>
          {isBad && <AlertIcon />}
          {status === 'done' && <CheckIcon />}
          <p ref={word} role="status" tabIndex={-1}>
            {text}
          </p>
        </div>
        {(status === 'sending' || status === 'awaited') && <Progress status={status} />}
        <div className="import-actions flex-wrap align-items-center">
          {sendable.includes(status) && (
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => deviceImport.send({ type: 'import.send' })}
            >
              Importar {devicesText(rows.length)}
            </button>
          )}
          {(status === 'reading' || status === 'sending') && (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => deviceImport.send({ type: 'import.cancel' })}
            >
              Cancelar
            </button>
          )}
          {isOpen && faulty.length > 0 && (
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => deviceImport.send({ type: 'import.saveProblems' })}
            >
              Baixar linhas com problema
            </button>
          )}
          {isOpen && (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => deviceImport.send({ type: 'import.discard' })}
            >
              Descartar
            </button>
          )}
          {status === 'done' && (
            <Link href={devicesAddress({ condominiumId: facts.placeId })}>Ver os dispositivos</Link>
          )}
        </div>
      </section>
      {rows.length > 0 && (
        <>
          {faulty.length > 0 && (
            <div className="form-check import-narrow">
              <input
                id="so-com-problemas"
                type="checkbox"
                className="form-check-input"
                checked={isNarrowed}
                onChange={(event) => setIsNarrowed(event.target.checked)}
              />
              <label htmlFor="so-com-problemas">Só com problemas</label>
            </div>
          )}
          <ImportRows rows={shown} />
        </>
      )}
    </>
  )
}

function Progress({ status }: { status: 'sending' | 'awaited' }) {
  const share = useFlowState('deviceImport', (flow) => flow.context.share)
  const label = 'Envio da planilha'
  if (status === 'awaited') return <progress className="import-progress" aria-label={label} />
  return (
    <div className="d-flex align-items-center gap-12">
      <progress className="import-progress" aria-label={label} max={100} value={Math.round(share * 100)} />
      <span aria-hidden="true">{Math.round(share * 100)}%</span>
    </div>
  )
}

function hasProblem({ problems }: ImportRow): boolean {
  return Object.keys(problems).length > 0
}
