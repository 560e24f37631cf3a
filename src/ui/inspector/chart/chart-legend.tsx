import { memo } from 'react'
import type { MoveTone } from '../../../inspector/charts/move-texts.ts'
import './chart-legend.css'

const tones: readonly [MoveTone, string][] = [
  ['event', 'evento'],
  ['done', 'concluído'],
  ['failed', 'falhou'],
  ['after', 'após um tempo'],
  ['always', 'sempre'],
]

export const ChartLegend = memo(function ChartLegend() {
  return (
    <details>
      <summary>Legenda</summary>
      <ul className="chart-legend d-flex flex-wrap text-soft text-xs" aria-label="Legenda">
        <li className="d-flex align-items-center gap-2">
          <span className="text-brand" aria-hidden="true">
            ●
          </span>
          ativo
        </li>
        {tones.map(([tone, text]) => (
          <li key={tone} className="d-flex align-items-center gap-2">
            <svg className={`chart-arrow is-${tone}`} viewBox="0 0 36 8" aria-hidden="true">
              <path d="M0 4H36" />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
})
