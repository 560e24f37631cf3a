import { memo, useMemo } from 'react'
import { Link } from 'wouter'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { auditKindNames, auditText } from './audit-texts.ts'

const time = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })

/** The records in words, and what stands in them for those who look closer. */
export function AuditTable({ records }: { records: readonly AuditRecord[] }) {
  const condominiums = useCondominiums()
  const places = useMemo(() => new Map(condominiums.map(({ id, name }) => [id, name])), [condominiums])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
    <section className="card table-scroller" aria-label="Registros da auditoria" tabIndex={0}>
      <table className="plain-table audit-table">
        <thead>
          <tr>
            <th scope="col">Quando</th>
            <th scope="col">Dispositivo</th>
            <th scope="col">O que aconteceu</th>
            <th scope="col">Usuário</th>
            <th scope="col">Campos</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} place={places.get(record.condominiumId) ?? record.condominiumId} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Row = memo(function Row({ record, place }: { record: AuditRecord; place: string }) {
  const { at, wordCode, userId, kind } = record
  return (
    <tr>
      <td className="audit-when">
        <time dateTime={at}>{time.format(Date.parse(at))}</time>
      </td>
      <td>
        <Link href={deviceAddress(wordCode)}>{wordCode}</Link>
        <Link href={condominiumAddress(record.condominiumId)} className="audit-place">
          {place}
        </Link>
      </td>
      <td>
        <strong>{auditText(record)}</strong>
        <span className="audit-kind">{auditKindNames[kind]}</span>
      </td>
      <td>{userId}</td>
      <td className="audit-fields">{fieldsText(record)}</td>
    </tr>
  )
})

/** The fields of the contract that the words leave out. */
function fieldsText({
  from,
  to,
  cause,
  failureCount,
  refused,
  lastError,
  retryAt,
  sequence,
  panelVersion,
  command,
  outcome,
}: AuditRecord) {
  const move = from === undefined && to === undefined ? '' : `${from ?? '–'} → ${to ?? '–'}`
  return [
    move,
    command !== undefined && `command ${command}`,
    outcome !== undefined && `outcome ${outcome}`,
    `cause ${cause}`,
    failureCount !== undefined && `failureCount ${failureCount}`,
    refused !== undefined && `refused ${refused}`,
    lastError !== undefined && `lastError ${lastError}`,
    retryAt !== undefined && `retryAt ${retryAt}`,
    `sequence ${sequence}`,
    `panel ${panelVersion}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
