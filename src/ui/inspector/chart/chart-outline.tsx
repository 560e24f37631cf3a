import { memo } from 'react'
import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'

interface OutlineProps {
  chart: ChartDescription
  active: ReadonlySet<string>
  /** Shows a state in the drawing; absent if there is no drawing. */
  onShow?: (stateId: string) => void
}

/** Text outline of the chart, for people who cannot see the drawing or prefer text. */
export const ChartOutline = memo(function ChartOutline({ chart, active, ...rest }: OutlineProps) {
  return (
    <details className="chart-outline">
      <summary className="text-soft">Estados em texto</summary>
      <Branch chart={chart} active={active} parentId={null} {...rest} />
    </details>
  )
})

function Branch({ chart, active, parentId, ...rest }: OutlineProps & { parentId: string | null }) {
  const states = chart.states.filter((state) => state.parentId === parentId)
  if (states.length === 0) return null
  return (
    <ul>
      {states.map(({ id, key }) => (
        <li key={id}>
          <StateName name={key} onShow={rest.onShow === undefined ? undefined : () => rest.onShow?.(id)} />
          {active.has(id) && ' (ativo)'}
          <Branch chart={chart} active={active} parentId={id} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function StateName({ name, onShow }: { name: string; onShow: (() => void) | undefined }) {
  if (onShow === undefined) return name
  return (
    <button type="button" className="btn btn-link" onClick={onShow}>
      {name}
    </button>
  )
}
