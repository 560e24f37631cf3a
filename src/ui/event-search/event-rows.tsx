import { memo } from 'react'
import { Link } from 'wouter'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { deviceAddress, placeAddress } from '../device-list/device-addresses.ts'
import { eventView } from '../event-feed/event-kinds.ts'
import { localTimeText } from '../parts/time/zoned-time.ts'

/** Lists the events, newest first, each with links to its device and condominium (ALERT-2). */
export function EventRows({ events, label }: { events: readonly FoundEvent[]; label: string }) {
  return (
    <ol className="card" aria-label={label}>
      {events.map((event) => (
        <Row key={event.id} event={event} />
      ))}
    </ol>
  )
}

const Row = memo(function Row({ event }: { event: FoundEvent }) {
  const { at, description, wordCode, deviceName, condominiumId, condominiumName } = event
  const { text, tone, Icon } = eventView(event)
  return (
    <li id={`evento-${event.id}`} className={`found-event d-grid align-items-center tone-${tone}`}>
      <span className="event-icon">
        <Icon />
      </span>
      <time className="text-nowrap" dateTime={at}>
        {localTimeText(at)}
      </time>
      <div className="found-event-what text-anywhere">
        <Link href={placeAddress(event)}>
          <strong>{text}</strong>
        </Link>
        {description !== '' && <span className="text-soft text-sm">{description}</span>}
      </div>
      <div className="found-event-where text-soft text-sm text-anywhere">
        {wordCode !== '' && <Link href={deviceAddress(wordCode)}>{deviceName || wordCode}</Link>}
        <Link href={condominiumAddress(condominiumId)}>{condominiumName || condominiumId}</Link>
      </div>
    </li>
  )
})
