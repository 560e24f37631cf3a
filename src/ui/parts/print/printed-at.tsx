import { memo } from 'react'
import { useNow } from '../time/clock-hooks.ts'
import './printed.css'

const printedAt = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'long' })

/** When a sheet was printed: what it says was true then. */
export const PrintedAt = memo(function PrintedAt() {
  return <p className="print-only">Impresso em {printedAt.format(useNow())}</p>
})
