import { memo } from 'react'
import { useNow } from '../time/clock-hooks.ts'
import './printed.css'

const printedAt = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'long' })

/** Time of printing, because the content may change later. */
export const PrintedAt = memo(function PrintedAt() {
  return <p className="print-only">Impresso em {printedAt.format(useNow())}</p>
})
