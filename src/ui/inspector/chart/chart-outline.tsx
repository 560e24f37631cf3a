import { memo } from 'react'
import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'

interface OutlineProps {
  chart: ChartDescription
  active: ReadonlySet<string>
}

/** What the picture shows, for those who cannot see it or would rather read. */
export const ChartOutline = memo(function ChartOutline({ chart, active }: OutlineProps) {
  return (
    <details className="chart-outline">
      <summary>Estados em texto</summary>
      <Branch chart={chart} active={active} parentId={null} />
    </details>
  )
})

function Branch({ chart, active, parentId }: OutlineProps & { parentId: string | null }) {
  const states = chart.states.filter((state) => state.parentId === parentId)
  if (states.length === 0) return null
  return (
    <ul>
      {states.map(({ id, key }) => (
        <li key={id}>
          {active.has(id) ? (
            <>
              <strong>{key}</strong> (ativo)
            </>
          ) : (
            key
          )}
          <Branch chart={chart} active={active} parentId={id} />
        </li>
      ))}
    </ul>
  )
}
