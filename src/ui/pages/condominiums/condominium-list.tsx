import { memo } from 'react'
import type { Condominium } from '../../../services/condominium-schema.ts'
import { type ActivityState, useLastEvents } from '../../activity-hooks.ts'
import { useSelectedCondominium } from '../../condominium-hooks.ts'
import { lastEventText } from '../../last-event-text.ts'
import { ActivityDot } from '../../parts/activity-dot.tsx'
import { rowHeight } from '../../row-height.ts'
import { useVirtualRows } from '../../virtual-rows.ts'

const idOf = ({ id }: Condominium) => id

/** A list of any length of which only the rows on screen exist. */
export function CondominiumList({ condominiums }: { condominiums: readonly Condominium[] }) {
  const { list, rows, blockSize } = useVirtualRows(condominiums, idOf, rowHeight())
  const lastEvents = useLastEvents(rows.map(({ item }) => item.id))
  const selectedId = useSelectedCondominium()?.id ?? null
  return (
    <ul ref={list} className="card condominium-list" style={{ blockSize }}>
      {rows.map(({ item: condominium, index, start, size }, position) => (
        <Row
          key={condominium.id}
          condominium={condominium}
          lastEvent={lastEvents[position]?.text ?? ''}
          activity={lastEvents[position]?.state ?? 'unknown'}
          isSelected={condominium.id === selectedId}
          position={index + 1}
          count={condominiums.length}
          start={start}
          size={size}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  condominium: Condominium
  lastEvent: string
  activity: ActivityState
  isSelected: boolean
  /** Place in the whole list, from 1. */
  position: number
  count: number
  /** Pixels from the top of the list. */
  start: number
  /** Height in pixels. */
  size: number
}

const Row = memo(function Row({
  condominium,
  lastEvent,
  activity,
  isSelected,
  position,
  count,
  start,
  size,
}: RowProps) {
  const { name, district, city, state } = condominium
  const place = [district, [city, state].filter(Boolean).join('/')].filter(Boolean).join(', ')
  return (
    <li
      className="condominium-row"
      aria-setsize={count}
      aria-posinset={position}
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
    >
      <ActivityDot state={activity} />
      <span className="condominium-row-name">
        <strong>{name}</strong>
        {place !== '' && <span>{place}</span>}
      </span>
      {isSelected && <span className="condominium-row-selected">Selecionado</span>}
      <span className="condominium-row-event">{lastEventText(lastEvent, activity)}</span>
    </li>
  )
})
