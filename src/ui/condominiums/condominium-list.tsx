import { memo, useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import { callingAmong, type Isolated } from '../../../contract/incidents/incident-order.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { type ActivityState, useLastEvents } from '../activity/activity-hooks.ts'
import { lastEventText } from '../activity/last-event-text.ts'
import { useIsolated } from '../incidents/incident-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { icon } from '../parts/icons/icon.tsx'
import { TrashIcon } from '../parts/icons/icons.tsx'
import { condominiumRowHeight } from '../parts/lists/row-height.ts'
import { useVirtualRows } from '../parts/lists/virtual-rows.ts'
import { useDensity } from '../theme/theme-hooks.ts'
import { condominiumAddress, condominiumFormAddress } from './condominium-address.ts'
import { useSelectedCondominium } from './condominium-hooks.ts'

const EditIcon = icon(
  'M21.200 6.800a1 1 0 0 0-4-4L3.800 16.200a2 2 0 0 0-.5.800L2 21.400a.5.500 0 0 0 .6.600l4.400-1.300a2 2 0 0 0 .8-.5zM15 5l4 4',
)

interface CondominiumListProps {
  condominiums: readonly Condominium[]
  mayWrite: boolean
}

/** Renders a list of any length: only the rows on screen are in the document. */
export function CondominiumList({ condominiums, mayWrite }: CondominiumListProps) {
  const { list, rows, blockSize } = useVirtualRows(condominiums, condominiumRowHeight(useDensity()))
  const lastEvents = useLastEvents(rows.map(({ item }) => item.id))
  const selectedId = useSelectedCondominium()?.id ?? null
  const incidents = useFlowState('incidents', (flow) => flow.context.incidents)
  const isolated = useIsolated()
  const incidentCounts = useMemo(() => callingCounts(incidents, isolated), [incidents, isolated])
  const flow = useFlow('condominiums')
  const askDeletion = useCallback(
    (condominium: Condominium) => flow.send({ type: 'deletion.open', condominium }),
    [flow],
  )
  return (
    <ul ref={list} className="card virtual-list" style={{ blockSize }}>
      {rows.map(({ item: condominium, index, start, size, column }, position) => (
        <Row
          key={condominium.id}
          condominium={condominium}
          lastEvent={lastEvents[position]?.text ?? ''}
          activity={lastEvents[position]?.state ?? 'unknown'}
          isSelected={condominium.id === selectedId}
          incidentCount={incidentCounts.get(condominium.id) ?? 0}
          onDelete={mayWrite ? askDeletion : undefined}
          position={index + 1}
          count={condominiums.length}
          start={start}
          size={size}
          column={column}
        />
      ))}
    </ul>
  )
}

/** For each condominium, counts the incidents that need a person (STATE-4). */
function callingCounts(incidents: readonly Incident[], isolated: Isolated): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { condominiumId } of callingAmong(incidents, isolated))
    if (condominiumId !== null) counts.set(condominiumId, (counts.get(condominiumId) ?? 0) + 1)
  return counts
}

interface RowProps {
  condominium: Condominium
  lastEvent: string
  activity: ActivityState
  isSelected: boolean
  /** Number of incidents that need a person. */
  incidentCount: number
  /** Undefined if the person may not edit or delete. */
  onDelete: ((condominium: Condominium) => void) | undefined
  /** Position in the whole list, from 1. */
  position: number
  count: number
  start: number
  size: number
  column: string
}

const Row = memo(function Row({
  condominium,
  lastEvent,
  activity,
  isSelected,
  incidentCount,
  onDelete,
  position,
  count,
  start,
  size,
  column,
}: RowProps) {
  const { name, district, city, state } = condominium
  const location = [district, [city, state].filter(Boolean).join('/')].filter(Boolean).join(', ')
  return (
    <li
      className={`virtual-row condominium-row ${column}`}
      aria-setsize={count}
      aria-posinset={position}
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
    >
      <span className="condominium-row-name flex-fill min-w-0">
        <Link href={condominiumAddress(condominium.id)} className="row-link">
          {name}
        </Link>
        {location !== '' && <span>{location}</span>}
      </span>
      {incidentCount > 0 && (
        <strong className="condominium-row-incidents d-inline-flex align-items-center gap-1 text-bad text-sm">
          <AlertIcon />
          {incidentCount === 1 ? '1 ocorrência' : `${incidentCount} ocorrências`}
        </strong>
      )}
      {isSelected && <span className="condominium-row-selected text-brand text-xs fw-semibold">Selecionado</span>}
      {/* The key makes a new element for each text: a moved text would count as a layout shift (BOOT-2). */}
      <span key={lastEvent} className="condominium-row-event">
        {lastEventText(lastEvent, activity)}
      </span>
      {onDelete !== undefined && (
        <Link
          className="icon-button"
          href={condominiumFormAddress(condominium.id)}
          aria-label={`Editar ${name}`}
          title="Editar"
        >
          <EditIcon />
        </Link>
      )}
      {onDelete !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Excluir ${name}`}
          title="Excluir"
          onClick={() => onDelete(condominium)}
        >
          <TrashIcon />
        </button>
      )}
    </li>
  )
})
