import { Link } from 'wouter'
import { type Source, useStaleText } from '../sources/source-hooks.ts'
import type { Tone } from './tone.ts'

interface MetricProps {
  label: string
  /** A number, or a word where nobody knows it or it is none. */
  value: string
  /** What the number is of, and from when: for who points at it or listens. */
  detail: string
  /** What everybody must see beside it, '' where there is nothing of the kind. */
  note?: string
  tone: Tone
  /** Where it comes from: while that is away it has no colour and says from when it is (LIVE-1). Null: from this panel itself. */
  source: Source | null
  href?: string
}

/** A number, what it counts, and the way to its list. */
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
      <span className="figure-label">{label}</span>
      <span className="figure-value">{value}</span>
      <span className={note === '' ? 'figure-detail visually-hidden' : 'figure-detail'}>{note || detail}</span>
    </>
  )
  const className = `figure tone-${tone}`
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
