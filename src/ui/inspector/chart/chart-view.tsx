import { useMemo, useRef } from 'react'
import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'
import type { DrawnChart } from '../../../inspector/charts/drawn-chart.ts'
import { activeLeaves, placeName } from './active-leaves.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartOutline } from './chart-outline.tsx'
import { ChartPicture } from './chart-picture.tsx'
import './chart-view.css'
import { useChartZoom } from './chart-zoom.ts'

interface ChartViewProps {
  chart: ChartDescription
  drawn: DrawnChart
  /** Ids of the states that the machine is in, each with those around it. */
  active: ReadonlySet<string>
  /** Ids of the moves that led there. */
  moved: ReadonlySet<string>
}

/** A statechart, drawn: where the machine is and how it got there. */
export function ChartView({ chart, drawn, active, moved }: ChartViewProps) {
  const frame = useRef<HTMLElement>(null)
  const leaves = useMemo(() => activeLeaves(chart, active), [chart, active])
  const { zoom, nearer, farther, showAll, showActive, pan } = useChartZoom(frame, drawn, leaves)
  return (
    <div className="chart-view">
      <div className="chart-tools">
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          onClick={farther}
          aria-label="Diminuir"
          title="Diminuir (−)"
        >
          −
        </button>
        <output aria-label="Ampliação">{Math.round(zoom * 100)}%</output>
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          onClick={nearer}
          aria-label="Ampliar"
          title="Ampliar (+)"
        >
          +
        </button>
        <button type="button" className="btn btn-sm btn-quiet" onClick={showAll} title="Mostrar o quadro inteiro (0)">
          Ajustar
        </button>
        <button type="button" className="btn btn-sm btn-quiet" onClick={showActive} title="Ir até os estados ativos">
          Ver ativos
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so whoever has only a keyboard must be able to reach it */}
      <section ref={frame} className="chart-frame" aria-label={`Quadro de ${chart.id}, rolável`} tabIndex={0} {...pan}>
        <ChartPicture drawn={drawn} active={active} moved={moved} zoom={zoom} label={pictureText(chart, leaves)} />
      </section>
      <ChartLegend />
      <ChartOutline chart={chart} active={active} />
    </div>
  )
}

function pictureText(chart: ChartDescription, leaves: readonly string[]): string {
  const names = leaves.map((id) => placeName(chart, id))
  if (names.length === 0) return `Quadro de estados de ${chart.id}. Nenhum estado ativo.`
  return `Quadro de estados de ${chart.id}. ${names.length === 1 ? 'Estado ativo' : 'Estados ativos'}: ${names.join(', ')}.`
}
