import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ArrowIcon } from '../parts/icons.tsx'
import { type Source, useStaleText } from '../sources/source-hooks.ts'
import type { Tone } from './tone.ts'

interface FigureProps {
  label: string
  /** A number, or a word where nobody knows it or it is none. */
  value: string
  detail: ReactNode
  tone: Tone
  /** Where it comes from: while that is away it has no colour and says from when it is (LIVE-1). Null: from this panel itself. */
  source: Source | null
  href?: string
}

/** A number, what it counts, and the way to its list. */
export function Figure({ source, ...shown }: FigureProps) {
  return source === null ? <FigureCard {...shown} /> : <SourcedFigure {...shown} source={source} />
}

function SourcedFigure({ source, detail, tone, ...shown }: FigureProps & { source: Source }) {
  const stale = useStaleText(source)
  return <FigureCard {...shown} detail={stale || detail} tone={stale === '' ? tone : 'neutral'} />
}

function FigureCard({ label, value, detail, tone, href }: Omit<FigureProps, 'source'>) {
  const content = (
    <>
      <span className="figure-label">
        {label}
        {href !== undefined && <ArrowIcon />}
      </span>
      <span className={/^\d/.test(value) ? 'figure-value' : 'figure-value is-word'}>{value}</span>
      <span className="figure-detail">{detail}</span>
    </>
  )
  const className = `card figure tone-${tone}`
  if (href === undefined) return <div className={className}>{content}</div>
  return href.startsWith('#') ? (
    <a className={className} href={href}>
      {content}
    </a>
  ) : (
    <Link className={className} href={href}>
      {content}
    </Link>
  )
}
