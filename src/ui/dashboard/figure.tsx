import { Link } from 'wouter'
import { type Source, useStaleText } from '../sources/source-hooks.ts'
import type { Tone } from './tone.ts'

interface FigureProps {
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
export function Figure({ source, ...shown }: FigureProps) {
  return source === null ? <FigureLine {...shown} /> : <SourcedFigure {...shown} source={source} />
}

function SourcedFigure({ source, note, tone, ...shown }: FigureProps & { source: Source }) {
  const stale = useStaleText(source)
  return <FigureLine {...shown} note={stale || (note ?? '')} tone={stale === '' ? tone : 'neutral'} />
}

function FigureLine({ label, value, detail, note = '', tone, href }: Omit<FigureProps, 'source'>) {
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
