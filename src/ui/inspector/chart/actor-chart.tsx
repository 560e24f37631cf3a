import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { activeStates } from '../../../inspector/charts/chart-description.ts'
import type { RecordedActor, RecordedState } from '../../../inspector/recording/recording.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { BrakeControl } from '../brake/brake-control.tsx'
import { useActorState, useInspector, useMoment, useRecording } from '../inspector-hooks.ts'
import { ReplayButton } from '../replay/replay-button.tsx'
import { ChartOutline } from './chart-outline.tsx'
import { ChartView } from './chart-view.tsx'
import { stateText } from './state-text.ts'

/** With more states, only their number is shown; the chart and its text outline show all. */
const mostNamed = 4
const none: ReadonlySet<string> = new Set()
const statusTexts = { active: 'vivo', done: 'concluído', error: 'falhou', stopped: 'terminado' } as const

/**
 * Selected actor: name, status, and its chart with active states highlighted (INS-1).
 * @param props.tools element for the chart's tools
 */
export function ActorChart({ actor, tools }: { actor: RecordedActor; tools: HTMLElement | null }) {
  const state = useActorState(actor.id)
  const { recording } = useRecording()
  const chart = actor.chartId === null ? undefined : recording.chart(actor.chartId)
  return (
    <section className="card actor-chart d-grid min-w-0" aria-label={`Ator ${actor.name}`}>
      <header className="d-flex flex-wrap align-items-center">
        <div className="actor-named d-flex flex-wrap align-items-baseline">
          <h2 className="text-anywhere" dir="ltr">
            {actor.name}
          </h2>
          <p className="text-soft text-anywhere" role="status">
            {state === null ? 'Ainda não vivia neste momento.' : actorStateText(state)}
          </p>
        </div>
        {chart !== undefined && <BrakeControl actor={actor} chart={chart} />}
      </header>
      {actor.chartId === null ? (
        <p className="card-note">Um serviço não tem gráfico de estados: veja os eventos e o que ele devolveu.</p>
      ) : (
        <Chart actor={actor} chartId={actor.chartId} tools={tools} />
      )}
    </section>
  )
}

function actorStateText({ status, value }: RecordedState): string {
  const leaves = stateText(value).split(' · ')
  const where = leaves.length > mostNamed ? `${leaves.length} estados ativos` : leaves.join(' · ')
  return where === '' ? statusTexts[status] : `${statusTexts[status]}: ${where}`
}

interface ChartProps {
  actor: RecordedActor
  chartId: string
  tools: HTMLElement | null
}

function Chart({ actor, chartId, tools }: ChartProps) {
  const actorId = actor.id
  const inspector = useInspector()
  const { recording, revision } = useRecording()
  const moment = useMoment()
  const state = useActorState(actorId)
  const value = state?.value ?? null
  const drawn = useSelector(inspector, ({ context }) => (context.chartId === chartId ? context.drawn : null))
  const isUndrawable = useSelector(inspector, (snapshot) => snapshot.hasTag('undrawable'))
  const chart = recording.chart(chartId)
  const valueKey = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: XState creates a new value at each event, usually an equal one
  const active = useMemo(
    () => (chart === undefined || value === null ? none : activeStates(chart, value)),
    [chart, valueKey],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a live recording is changed in place; its revision is the dependency
  const last = useMemo(() => recording.lastMove(actorId, moment), [recording, actorId, moment, revision])
  const lastSeq = last?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same event has the same moves
  const moved = useMemo(() => new Set(last?.moves), [lastSeq])
  if (isUndrawable && chart !== undefined)
    return (
      <>
        <FailureNotice
          text="O gráfico não pôde ser desenhado. Os estados seguem abaixo, em texto."
          onRetry={() => inspector.send({ type: 'chart.retry' })}
        />
        <ChartOutline chart={chart} active={active} moved={moved} drawing={null} />
        <ReplayButton actor={actor} />
      </>
    )
  if (chart === undefined || drawn === null) return <p className="card-note">Desenhando o gráfico…</p>
  return (
    <ChartView key={chart.id} chart={chart} drawn={drawn} active={active} moved={moved} tools={tools}>
      <ReplayButton actor={actor} />
    </ChartView>
  )
}
