import { Link } from 'wouter'
import { type Source, useStaleText } from '../sources/source-hooks.ts'
import type { Tone } from './tone.ts'

interface MetricProps {
  label: string
  /** Number, or a word for an unknown or non-numeric value. */
  value: string
  /** Subject and time of the number, for the tooltip and screen readers. */
  detail: string
  /** Text shown beside the number, or ''. */
  note?: string
  tone: Tone
  /** While this source is unreachable, the number has no colour and shows its time (LIVE-1). Null: the panel. */
  source: Source | null
  href?: string
}

/** Shows a number with its label, linked to its list. */
export function Metric({ source, ...shown }: MetricProps) {
  return source === null ? <MetricLine {...shown} /> : <SourcedMetric {...shown} source={source} />
}

function SourcedMetric({ source, note, tone, ...shown }: MetricProps & { source: Source }) {
  const stale = useStaleText(source)
  return <MetricLine {...shown} note={stale || (note ?? '')} tone={stale === '' ? tone : 'neutral'} />
}

function MetricLine({ label, value, detail, note = '', tone, href }: Omit<MetricProps, 'source'>) {
  const content = (
    <>
      <span className="metric-label text-soft">{label}</span>
      <span className="metric-value">{value}</span>
      <span className={note === '' ? 'visually-hidden' : 'metric-detail text-soft text-xs'}>{note || detail}</span>
    </>
  )
  const className = `metric d-flex flex-row-reverse flex-wrap justify-content-end align-items-baseline text-reset text-decoration-none tone-${tone}`
  return href === undefined ? (
    <div className={className} title={detail}>
      {content}
    </div>
  ) : (
    <Link className={className} href={href} title={detail}>
      {content}
    </Link>
  )
}
