import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'
import type { DrawnChart } from '../../../inspector/charts/drawn-chart.ts'
import { overviewOf } from '../../../inspector/charts/folded-chart.ts'
import { useInspector } from '../inspector-hooks.ts'
import {
  ActiveIcon,
  FartherIcon,
  FoldIcon,
  GoAlongIcon,
  NearerIcon,
  PictureIcon,
  WholeIcon,
} from '../inspector-icons.tsx'
import { ToolButton } from '../tool-button.tsx'
import { activeLeaves, drawnLeaves, newestFirst, placeName } from './active-leaves.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartMinimap } from './chart-minimap.tsx'
import { ChartOutline } from './chart-outline.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { pictureFile } from './picture-file.ts'
import './chart-view.css'
import { useChartZoom } from './chart-zoom.ts'

interface ChartViewProps {
  chart: ChartDescription
  drawn: DrawnChart
  /** Ids of the active states, with their ancestors. */
  active: ReadonlySet<string>
  /** Ids of the transitions that led to them. */
  moved: ReadonlySet<string>
  /** Element for the chart's tools, or null until it is mounted. */
  tools: HTMLElement | null
  /** Further parts of the line below the chart. */
  children: ReactNode
}

/** Draws a statechart with the active states and the last transitions. */
export function ChartView({ chart, drawn, active, moved, tools, children }: ChartViewProps) {
  const inspector = useInspector()
  const isGoingAlong = useSelector(inspector, (snapshot) => !snapshot.hasTag('staying'))
  const frame = useRef<HTMLElement>(null)
  const folded = useSelector(inspector, ({ context }) => context.folded)
  const leaves = useMemo(() => activeLeaves(chart, active), [chart, active])
  const drawnOnes = useMemo(() => newestFirst(chart, drawnLeaves(drawn, active), moved), [chart, drawn, active, moved])
  const overview = useMemo(() => overviewOf(chart), [chart])
  const isAllFolded = overview.every((id) => folded.includes(id))
  const fold = useCallback(
    (stateIds: readonly string[]) => inspector.send({ type: 'chart.fold', stateIds }),
    [inspector],
  )
  const toggle = useCallback(
    (id: string) => fold(folded.includes(id) ? folded.filter((each) => each !== id) : [...folded, id]),
    [fold, folded],
  )
  const { zoom, nearer, farther, showAll, showActive, showState, showPoint, pan } = useChartZoom(
    frame,
    drawn,
    drawnOnes,
    isGoingAlong,
    toggle,
  )
  const savePicture = () => {
    const picture = frame.current?.querySelector<SVGSVGElement>('.chart-picture')
    if (picture != null) inspector.send({ type: 'picture.save', name: `${chart.id}.svg`, text: pictureFile(picture) })
  }
  return (
    <div className="chart-view d-grid gap-1 min-w-0">
      {tools !== null &&
        createPortal(
          // biome-ignore lint/a11y/useSemanticElements: the group has no form fields
          <div className="chart-tools d-flex flex-wrap align-items-center" role="group" aria-label="Quadro">
            <ToolButton name="Diminuir" hint="Diminuir (−)" onClick={farther}>
              <FartherIcon />
            </ToolButton>
            <output className="text-center" aria-label="Ampliação">
              {Math.round(zoom * 100)}%
            </output>
            <ToolButton name="Ampliar" hint="Ampliar (+)" onClick={nearer}>
              <NearerIcon />
            </ToolButton>
            <ToolButton name="Ajustar" hint="Mostrar o quadro inteiro (0)" onClick={showAll}>
              <WholeIcon />
            </ToolButton>
            <ToolButton name="Ver ativos" hint="Ir até os estados ativos" onClick={showActive}>
              <ActiveIcon />
            </ToolButton>
            <ToolButton
              name="Acompanhar os estados ativos"
              aria-pressed={isGoingAlong}
              onClick={() => inspector.send({ type: isGoingAlong ? 'view.stay' : 'view.goAlong' })}
            >
              <GoAlongIcon />
            </ToolButton>
            {overview.length > 0 && (
              <ToolButton
                name="Dobrar"
                hint="Dobrar regiões e estados compostos"
                aria-pressed={isAllFolded}
                onClick={() =>
                  fold(
                    isAllFolded
                      ? folded.filter((id) => !overview.includes(id))
                      : [...new Set([...folded, ...overview])],
                  )
                }
              >
                <FoldIcon />
              </ToolButton>
            )}
            <ToolButton name="Salvar como SVG" onClick={savePicture}>
              <PictureIcon />
            </ToolButton>
          </div>,
          tools,
        )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={frame} className="chart-frame" aria-label={`Quadro de ${chart.id}, rolável`} tabIndex={0} {...pan}>
        <ChartPicture
          drawn={drawn}
          active={active}
          moved={moved}
          folded={folded}
          zoom={zoom}
          label={pictureText(chart, leaves)}
        />
      </section>
      <ChartMinimap drawn={drawn} active={active} zoom={zoom} frame={frame} onGo={showPoint} />
      <div className="chart-foot d-flex flex-wrap align-items-baseline justify-content-between overflow-auto">
        <ChartOutline
          chart={chart}
          active={active}
          moved={moved}
          drawing={{ folded, onShow: showState, onFold: toggle }}
        />
        {children}
        <ChartLegend />
      </div>
    </div>
  )
}

function pictureText(chart: ChartDescription, leaves: readonly string[]): string {
  const names = leaves.map((id) => placeName(chart, id))
  if (names.length === 0) return `Quadro de estados de ${chart.id}. Nenhum estado ativo.`
  return `Quadro de estados de ${chart.id}. ${names.length === 1 ? 'Estado ativo' : 'Estados ativos'}: ${names.join(', ')}.`
}
