import { memo } from 'react'
import { Link } from 'wouter'
import type { AuditRecord, StoredRecord } from '../../../contract/wire/answers/audit.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { localTimeText, zoneText } from '../parts/time/zoned-time.ts'
import { auditKindNames, auditText, whoText } from './audit-texts.ts'
import { declaredText, marksText, seenText } from './witness-texts.ts'

/** Lists the records in words; the fields of each record open on request. */
export function AuditTable({ records }: { records: readonly StoredRecord[] }) {
  const names = useCondominiumNames()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="card table-scroller" aria-label="Registros da auditoria" tabIndex={0}>
      <table className="plain-table audit-table">
        <thead>
          <tr>
            <th scope="col">Quando</th>
            <th scope="col">Dispositivo e condomínio</th>
            <th scope="col">O que aconteceu</th>
            <th scope="col">Quem</th>
            <th scope="col">Campos</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row
              key={record.id}
              record={record}
              placeName={record.condominiumName ?? names.get(record.condominiumId)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `placeName`: name of the condominium, from the server or else from this panel; undefined if unknown. */
const Row = memo(function Row({ record, placeName }: { record: StoredRecord; placeName: string | undefined }) {
  const { at, wordCode, deviceName, condominiumId, userId, userName, kind } = record
  return (
    <tr>
      <td className="audit-when">
        <time dateTime={at}>{localTimeText(at)}</time>
        <span className="audit-id">{zoneText(Date.parse(at))}</span>
      </td>
      <td>
        <Link href={deviceAddress(wordCode)}>{deviceName ?? wordCode}</Link>
        {deviceName !== undefined && <span className="audit-id">{wordCode}</span>}
        <Link href={condominiumAddress(condominiumId)}>{placeName ?? condominiumId}</Link>
        {placeName !== undefined && <span className="audit-id">{condominiumId}</span>}
      </td>
      <td>
        <strong>{auditText(record)}</strong>
        <span className="audit-kind">{auditKindNames[kind]}</span>
        <Witnesses record={record} />
      </td>
      <td>
        {whoText(record)}
        {userName !== undefined && <span className="audit-id">{userId}</span>}
      </td>
      <td className="audit-fields text-soft text-anywhere">{fieldsText(record)}</td>
    </tr>
  )
})

/**
 * Shows who declared the record, what the server observed of the same call, and the marks against the record (EVI-2).
 */
function Witnesses({ record }: { record: StoredRecord }) {
  const seen = seenText(record)
  return (
    <>
      <span className="audit-kind">{declaredText(record)}</span>
      {seen !== '' && <span className="audit-kind">{seen}</span>}
      {marksText(record).map((text) => (
        <span key={text} className="audit-mark d-flex align-items-baseline text-tone text-sm tone-warn">
          <AlertIcon />
          {text}
        </span>
      ))}
    </>
  )
}

function fieldsText({
  from,
  to,
  cause,
  failureCount,
  refused,
  lastError,
  retryAt,
  opening,
  heldMs,
  durations,
  slow,
  ignored,
  sequence,
  panelVersion,
  command,
  outcome,
  key,
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
    opening !== undefined && `opening ${opening}`,
    heldMs !== undefined && `heldMs ${heldMs}`,
    durations !== undefined && `durations ${durations.join(', ')}`,
    slow !== undefined && `slow ${slow}`,
    ignored !== undefined && `ignored ${ignored}`,
    key !== undefined && `key ${key}`,
    `sequence ${sequence}`,
    `panel ${panelVersion}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
