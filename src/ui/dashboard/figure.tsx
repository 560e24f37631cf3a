import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ArrowIcon } from '../parts/icons.tsx'

export type Tone = 'ok' | 'bad' | 'warn' | 'neutral'

interface FigureProps {
  label: string
  value: string
  detail: ReactNode
  tone: Tone
  href?: string
  isWord?: boolean
}

/** A number, what it counts, and the way to its list. */
export function Figure({ label, value, detail, tone, href, isWord = false }: FigureProps) {
  const content = (
    <>
      <span className="figure-label">
        {label}
        {href !== undefined && <ArrowIcon />}
      </span>
      <span className={isWord ? 'figure-value is-word' : 'figure-value'}>{value}</span>
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
