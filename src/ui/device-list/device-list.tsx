import { shallowEqual } from '@xstate/react'
import { memo, useCallback } from 'react'
import { Link } from 'wouter'
import { circuitText } from '../../../contract/devices/circuit-texts.ts'
import { type DeviceStatus, deviceStatuses, deviceStatusOf, nameOf } from '../../../contract/devices/device-status.ts'
import type { PanelContact } from '../../../contract/devices/panel-contact.ts'
import { failuresText } from '../../../contract/evidence/failure-texts.ts'
import { latencyText } from '../../../contract/texts/latency-text.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import { ageText } from '../../../contract/texts/time-texts.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { ListedDevice } from '../../machines/device-list/device-board.ts'
import type { BulkTarget } from '../../machines/devices/commands/bulk-board.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import type { CircuitView } from '../devices/circuit/circuit-view.ts'
import { useCircuits } from '../devices/device-hooks.ts'
import { DeviceStatusMark } from '../devices/status/status-mark.tsx'
import { useIncidentFinder } from '../incidents/incident-hooks.ts'
import { deviceRowHeight } from '../parts/lists/row-height.ts'
import { mostPrinted, useVirtualRows } from '../parts/lists/virtual-rows.ts'
import { PrintedAt } from '../parts/print/printed-at.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { useDensity } from '../theme/theme-hooks.ts'
import { type BulkRef, useChosen } from './bulk-hooks.ts'
import { deviceAddress } from './device-addresses.ts'

interface DeviceListProps {
  devices: readonly ListedDevice[]
  contact: PanelContact
  /** Selection of devices; null or absent if no device can be chosen. */
  choice?: BulkRef | null
  /** Whether all devices are of the condominium that the page names already. */
  isOfOnePlace?: boolean
}

/** Renders a list of any length: only the rows on screen are in the document, and all rows share one clock. */
export function DeviceList({ devices, contact, choice = null, isOfOnePlace = false }: DeviceListProps) {
  const isUnknown = contact !== 'current'
  const incidentOf = useIncidentFinder()
  const isChosen = useChosen(choice)
  const onToggle = useCallback((target: BulkTarget) => choice?.send({ type: 'bulk.toggle', target }), [choice])
  const { list, rows, blockSize } = useVirtualRows(devices, deviceRowHeight(useDensity()))
  const condominiumNames = useCondominiumNames()
  const circuits = useCircuits(rows.map(({ item }) => item.device.wordCode))
  const contacts = useByTime(
    ({ serverNow }) => rows.map(({ item }) => lastContactText(item.device, serverNow)),
    shallowEqual,
  )
  const calls = useByTime(({ now }) => circuits.map((circuit) => rowCircuitText(circuit, now, contact)), shallowEqual)
  return (
    <>
      <PrintedAt />
      <ul ref={list} className="card virtual-list" aria-label="Dispositivos" style={{ blockSize }}>
        {rows.map(({ item: { device, reportedAt }, index, start, size, column }, position) => {
          const circuit = circuits[position]
          return (
            <Row
              key={device.wordCode}
              wordCode={device.wordCode}
              name={nameOf(device)}
              condominiumName={isOfOnePlace ? '' : (condominiumNames.get(device.condominiumId) ?? '')}
              deviceStatus={
                circuit === undefined
                  ? 'unknown'
                  : deviceStatusOf({ device, reportedAt, incident: incidentOf(device), circuit, contact })
              }
              circuit={calls[position] ?? ''}
              contact={contacts[position] ?? ''}
              latency={device.latencyMs === null || isUnknown ? '' : latencyText(device.latencyMs)}
              position={index + 1}
              count={devices.length}
              start={start}
              size={size}
              column={column}
              condominiumId={device.condominiumId}
              isChosen={isChosen?.(device.wordCode) ?? null}
              onToggle={onToggle}
            />
          )
        })}
      </ul>
      {devices.length > mostPrinted && <p className="print-only">{notAllText(devices.length)}</p>}
    </>
  )
}

function notAllText(count: number): string {
  return `Neste papel estão os primeiros ${numberText(mostPrinted)} de ${numberText(count)} dispositivos.`
}

function lastContactText({ lastContactAt }: Device, serverNow: number): string {
  return lastContactAt === null
    ? 'nenhum contato'
    : `contato ${ageText(serverNow - Date.parse(lastContactAt)).toLowerCase()}`
}

function rowCircuitText(circuit: CircuitView, now: number, contact: PanelContact): string {
  const text = circuitText(circuit, now, contact)
  return circuit.state === 'OPEN' ? `${text} · ${failuresText(circuit.failureCount)}` : text
}

interface RowProps {
  wordCode: string
  name: string
  condominiumName: string
  deviceStatus: DeviceStatus
  circuit: string
  contact: string
  latency: string
  /** Position in the whole list, from 1. */
  position: number
  count: number
  start: number
  size: number
  column: string
  condominiumId: string
  /** Null if no device can be chosen. */
  isChosen: boolean | null
  onToggle: ((target: BulkTarget) => void) | undefined
}

const Row = memo(function Row(props: RowProps) {
  const { wordCode, name, condominiumName, deviceStatus, circuit, contact, latency, position, count, start } = props
  const { size, column, condominiumId, isChosen, onToggle } = props
  const { label, tone } = deviceStatuses[deviceStatus]
  return (
    <li
      className={`virtual-row device-row ${column}${isChosen === null ? '' : ' is-choosable'}`}
      aria-setsize={count}
      aria-posinset={position}
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
    >
      {isChosen !== null && (
        <label className="device-row-choice position-relative d-grid">
          <span className="visually-hidden">Escolher {name}</span>
          <input type="checkbox" checked={isChosen} onChange={() => onToggle?.({ wordCode, condominiumId, name })} />
        </label>
      )}
      <DeviceStatusMark deviceStatus={deviceStatus} />
      <span className="device-row-name">
        <Link href={deviceAddress(wordCode)} className="row-link">
          {name}
        </Link>
        <span>
          {/* Hidden where there is room for one of the two only. */}
          <span className={condominiumName === '' ? '' : 'device-row-code'}>
            {wordCode}
            {condominiumName !== '' && ' · '}
          </span>
          {condominiumName !== '' && (
            // No stop for the keyboard: the page of the device has the same link, and a list must be walked in one step a row.
            <Link href={condominiumAddress(condominiumId)} className="position-relative" tabIndex={-1}>
              {condominiumName}
            </Link>
          )}
        </span>
      </span>
      <span className={`device-row-standing tone-${tone}`}>
        <strong>{label}</strong>
        <span>{circuit}</span>
      </span>
      <span className="device-row-contact">
        {/* The key makes a new element for each text: a moved text would count as a layout shift (BOOT-2). */}
        <span key={contact}>
          <span className="visually-hidden">Último </span>
          {contact}
        </span>
        {latency !== '' && (
          <span key={latency}>
            <span className="visually-hidden">Latência: </span>
            {latency}
          </span>
        )}
      </span>
    </li>
  )
})
