import { memo } from 'react'
import { columnTitles, importFields } from '../../../contract/spreadsheet/device-columns.ts'
import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { sheetRowHeight } from '../parts/lists/row-height.ts'
import { useVirtualRows } from '../parts/lists/virtual-rows.ts'

const numberOf = ({ row }: ImportRow) => `${row}`

/** Renders only the spreadsheet rows on screen; the problems of a row determine its height. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const { sound, faulty } = sheetRowHeight()
  const {
    list,
    rows: visible,
    blockSize,
    measure,
  } = useVirtualRows(rows, ({ problems }) => (Object.keys(problems).length === 0 ? sound : faulty), numberOf)
  return (
    <div className="card">
      <div className="import-row d-grid border-top import-titles text-soft text-xs fw-semibold" aria-hidden="true">
        <span>Linha</span>
        {importFields.map((field) => (
          <span key={field}>{columnTitles[field]}</span>
        ))}
      </div>
      <ul ref={list} className="import-rows position-relative" aria-label="Linhas da planilha" style={{ blockSize }}>
        {visible.map(({ item, index, start }) => (
          <li
            key={`${item.row} ${index}`}
            ref={measure}
            data-index={index}
            className="virtual-row import-row d-grid border-top"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Cells row={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Cells = memo(function Cells({ row: { row, texts, problems } }: { row: ImportRow }) {
  return (
    <>
      <span className="import-number">
        <span className="import-title text-soft text-xs">Linha </span>
        {row}
      </span>
      {importFields.map((field) => {
        const problem = problems[field]
        return (
          <span key={field} className={problem === undefined ? 'import-cell' : 'import-cell is-wrong'}>
            <span className="import-title text-soft text-xs">{columnTitles[field]}: </span>
            <span className="import-value">{texts[field] === '' ? <em>vazio</em> : texts[field]}</span>
            {problem !== undefined && (
              <span className="import-problem">
                <AlertIcon />
                {problem}
              </span>
            )}
          </span>
        )
      })}
    </>
  )
})
