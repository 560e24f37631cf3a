import type { ReactNode } from 'react'
import { breakerRules } from '../../../../contract/devices/breaker-rules.ts'
import type { CircuitView } from './circuit-view.ts'

const minutes = breakerRules.openTimeoutMs / 60_000

/** Draws the breaker's chart with the specification's terms: states, transitions and the current state. */
export function CircuitChart({ circuit: { state, trialStartedAt } }: { circuit: CircuitView }) {
  const isTrying = trialStartedAt !== null
  return (
    <svg className="circuit-chart" viewBox="0 0 360 336" role="img" aria-label={chartText(state, isTrying)}>
      <defs>
        <marker id="circuit-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 10 5 0 10z" />
        </marker>
      </defs>
      <State isLit={state === 'CLOSED'} tone="tone-ok" x={6} y={28} width={112} height={48} name="CLOSED" />
      <State isLit={state === 'OPEN'} tone="tone-bad" x={222} y={28} width={112} height={48} name="OPEN" />
      <State isLit={state === 'HALF_OPEN'} tone="tone-warn" x={82} y={174} width={176} height={84} name="HALF_OPEN">
        <Step isLit={state === 'HALF_OPEN' && isTrying} x={94} width={80} name="em teste" />
        <Step isLit={state === 'HALF_OPEN' && !isTrying} x={180} width={66} name="livre" />
      </State>
      <State
        isLit={state === 'FORCED_OPEN'}
        tone="tone-neutral"
        x={82}
        y={290}
        width={176}
        height={40}
        name="FORCED_OPEN"
      />
      <Arrow path="M118 52H218" label={`${breakerRules.threshold} falhas`} x={169} y={43} />
      <Arrow path="M300 76 232 170" label={`após ${minutes} min`} x={286} y={142} anchor="start" />
      <Arrow path="M190 174 254 80" label="falhou" x={208} y={122} anchor="end" />
      <Arrow path="M170 290V262" label="fim do isolamento" x={180} y={280} anchor="start" />
      <Arrow path="M120 174 62 80" label="respondeu" x={80} y={142} anchor="end" />
    </svg>
  )
}

function chartText(state: CircuitView['state'], isTrying: boolean): string {
  const inside = state === 'HALF_OPEN' ? `, ${isTrying ? 'em teste' : 'livre para um teste'}` : ''
  return (
    `Quadro dos estados. Agora: ${state}${inside}. ` +
    `CLOSED passa a OPEN com ${breakerRules.threshold} falhas seguidas; OPEN passa a HALF_OPEN na primeira chamada ` +
    `${minutes} minutos após a última falha; HALF_OPEN passa a CLOSED se o teste responde e a OPEN se falha. ` +
    'Uma pessoa leva qualquer um a FORCED_OPEN, que no fim passa a HALF_OPEN.'
  )
}

interface StateProps {
  isLit: boolean
  tone: 'tone-ok' | 'tone-bad' | 'tone-warn' | 'tone-neutral'
  x: number
  y: number
  width: number
  height: number
  name: string
  children?: ReactNode
}

function State({ isLit, tone, x, y, width, height, name, children }: StateProps) {
  return (
    <g className={isLit ? `circuit-state is-lit ${tone}` : 'circuit-state'}>
      <rect x={x} y={y} width={width} height={height} rx="8" />
      <text x={x + width / 2} y={y + (children === undefined ? height / 2 + 5 : 25)}>
        {name}
      </text>
      {children}
    </g>
  )
}

function Step({ isLit, x, width, name }: { isLit: boolean; x: number; width: number; name: string }) {
  return (
    <g className={isLit ? 'circuit-step is-lit' : 'circuit-step'}>
      <rect x={x} y={212} width={width} height={32} rx="6" />
      <text x={x + width / 2} y={233}>
        {name}
      </text>
    </g>
  )
}

interface ArrowProps {
  path: string
  label: string
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
}

function Arrow({ path, label, x, y, anchor = 'middle' }: ArrowProps) {
  return (
    <g className="circuit-move">
      <path d={path} markerEnd="url(#circuit-arrow)" />
      <text x={x} y={y} textAnchor={anchor}>
        {label}
      </text>
    </g>
  )
}
