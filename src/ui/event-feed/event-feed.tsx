import { memo } from 'react'
import { Link } from 'wouter'
import { ageText, clockText } from '../../../contract/texts/time-texts.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { feedLength } from '../../machines/event-feed/event-feed.machine.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { placeAddress } from '../device-list/device-addresses.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useStaleText } from '../sources/source-hooks.ts'
import {
  type Feed,
  useFeedActivities,
  useFeedOfOne,
  useFeedReach,
  useFeedStatus,
  useFeedWaiting,
} from './event-feed-hooks.ts'
import { eventView } from './event-kinds.ts'

const texts = {
  title: 'Eventos ao vivo',
  failed: 'Não foi possível carregar os últimos eventos.',
  loading: 'Carregando os eventos…',
  emptyOfOne: 'Nenhum evento neste condomínio ainda. Os próximos aparecem aqui sozinhos.',
  emptyOfAll: 'Nenhum evento nos seus condomínios ainda. Os próximos aparecem aqui sozinhos.',
  more: 'Ver todos os eventos',
  unknown: 'Não sabemos o que acontece nos portões desde então.',
  unknownPlace: 'Outro condomínio',
} as const

const mostShown = 12

/** Shows live events at the gates, newest first (SHELL-4). */
export function EventFeed() {
  const feed = useFlow('eventFeed')
  const isOfOne = useFeedOfOne(feed)
  return <FeedCard feed={feed} context={isOfOne ? 'do condomínio selecionado' : 'de todos os condomínios'} />
}

interface FeedCardProps {
  feed: Feed
  /** Description of the scope of the events. */
  context: string
  /** Address of the page with all events. */
  more?: string
}

export function FeedCard({ feed, context, more = '/events' }: FeedCardProps) {
  const activities = useFeedActivities(feed)
  const status = useFeedStatus(feed)
  const isOfOne = useFeedOfOne(feed)
  const now = useFlowState('activity', (activity) => activity.context.now)
  const stale = useStaleText('live')
  const condominiumNames = useCondominiumNames()
  const waiting = useFeedWaiting(feed)
  const reach = useFeedReach(feed)
  return (
    <section
      className={stale === '' ? 'card event-feed' : 'card event-feed is-stale'}
      aria-labelledby="eventos-ao-vivo"
    >
      <div className="card-heading">
        <h2 id="eventos-ao-vivo">{texts.title}</h2>
        <p>{stale || waitingText(waiting) || context}</p>
      </div>
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => feed?.send({ type: 'eventFeed.reload' })} />
      )}
      {activities.length === 0 && status === 'loading' && <p className="card-note">{texts.loading}</p>}
      {activities.length === 0 && status === 'live' && (
        <p className="card-note">{stale !== '' ? texts.unknown : isOfOne ? texts.emptyOfOne : texts.emptyOfAll}</p>
      )}
      <ol className="event-list" {...reach}>
        {activities.slice(0, mostShown).map((activity) => (
          <EventRow
            key={activity.id}
            activity={activity}
            condominiumName={isOfOne ? null : (condominiumNames.get(activity.condominiumId) ?? texts.unknownPlace)}
            age={ageText(now - Date.parse(activity.at))}
            clock={clockText(activity.at, now)}
          />
        ))}
      </ol>
      {activities.length > 0 && (
        <Link className="btn btn-quiet event-more" href={more}>
          {texts.more}
        </Link>
      )}
    </section>
  )
}

function waitingText(count: number): string {
  if (count === 0) return ''
  if (count === 1) return '1 novo espera'
  return count < feedLength ? `${count} novos esperam` : `${count} ou mais novos esperam`
}

interface EventRowProps {
  activity: Activity
  /** Name of the condominium, or null if the page names it already. */
  condominiumName: string | null
  age: string
  clock: string
}

const EventRow = memo(function EventRow({ activity, condominiumName, age, clock }: EventRowProps) {
  const { description, wordCode, deviceName, condominiumId, at } = activity
  const { text, tone, Icon } = eventView(activity)
  const device = deviceName === '' ? wordCode : deviceName
  return (
    <li className={`event d-grid align-items-start gap-10 border-top tone-${tone}`}>
      <span className="event-icon">
        <Icon />
      </span>
      <div className="event-body">
        <div className="event-line">
          <div className="event-what d-flex flex-wrap align-items-baseline">
            <Link href={placeAddress(activity)}>
              <strong>{text}</strong>
              {device !== '' && <span className="visually-hidden"> em {device}</span>}
            </Link>
            {condominiumName !== null && (
              <Link href={condominiumAddress(condominiumId)} className="text-sm">
                {condominiumName}
              </Link>
            )}
          </div>
          <time className="text-nowrap" dateTime={at}>
            {clock}
          </time>
        </div>
        <div className="event-line">
          <span className="text-soft text-sm text-anywhere">{description}</span>
          {/* The key makes a new element for each text: a moved text would count as a layout shift (BOOT-2). */}
          <span key={age} className="event-age text-soft text-xs text-nowrap">
            {age}
          </span>
        </div>
      </div>
    </li>
  )
})
