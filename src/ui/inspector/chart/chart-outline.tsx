import { memo } from 'react'
import type { ChartDescription, ChartMove } from '../../../inspector/charts/chart-description.ts'
import { moveTitle } from '../../../inspector/charts/move-texts.ts'
import { placeName } from './active-leaves.ts'

interface OutlineProps {
  chart: ChartDescription
  active: ReadonlySet<string>
  /** Ids of the last transitions. */
  moved: ReadonlySet<string>
  /** Null if there is no drawing. */
  drawing: {
    folded: readonly string[]
    /** Shows a state in the drawing. */
    onShow: (stateId: string) => void
    onFold: (stateId: string) => void
  } | null
}

/** States and transitions as text, for people who cannot see the drawing or prefer text. */
export const ChartOutline = memo(function ChartOutline(props: OutlineProps) {
  return (
    <details className="chart-outline">
      <summary className="text-soft">Estados em texto</summary>
      <Branch {...props} parentId={null} />
    </details>
  )
})

function Branch({ parentId, ...props }: OutlineProps & { parentId: string | null }) {
  const { chart, active, moved, drawing } = props
  const states = chart.states.filter((state) => state.parentId === parentId)
  if (states.length === 0) return null
  return (
    <ul>
      {states.map(({ id, key, children }) => (
        <li key={id}>
          <StateName name={key} onShow={drawing === null ? undefined : () => drawing.onShow(id)} />
          {active.has(id) && ' (ativo)'}
          {drawing !== null && parentId !== null && children.length > 0 && (
            <>
              {' '}
              <button
                type="button"
                className="btn btn-link"
                aria-pressed={drawing.folded.includes(id)}
                aria-label={`Dobrar ${key}`}
                onClick={() => drawing.onFold(id)}
              >
                {drawing.folded.includes(id) ? '[+]' : '[−]'}
              </button>
            </>
          )}
          <Moves chart={chart} moves={chart.moves.filter(({ from }) => from === id)} moved={moved} />
          <Branch {...props} parentId={id} />
        </li>
      ))}
    </ul>
  )
}

function Moves({
  chart,
  moves,
  moved,
}: {
  chart: ChartDescription
  moves: readonly ChartMove[]
  moved: ReadonlySet<string>
}) {
  if (moves.length === 0) return null
  return (
    <ul className="outline-moves text-soft text-sm" dir="ltr">
      {moves.map((move) => (
        <li key={move.id} data-moved={moved.has(move.id) || undefined}>
          {moveTitle(move)}
          {move.to.length > 0 && ` → ${move.to.map((to) => placeName(chart, to)).join(', ')}`}
          {moved.has(move.id) && ' (última)'}
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
