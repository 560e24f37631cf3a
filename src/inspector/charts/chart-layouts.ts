import type { ChartDescription } from './chart-description.ts'
import { type AllChartPlaces, type ChartPlaces, chartKey, drawnChart } from './chart-places.ts'
import { planChart } from './chart-plan.ts'
import type { DrawnChart } from './drawn-chart.ts'

export interface ChartLayouts {
  /** Rejects with an `Error` for people if the layout fails or takes more than 20 s. The next call tries again. */
  layout(chart: ChartDescription): Promise<DrawnChart>
  /** Ends the worker and rejects pending calls. A later call starts a new worker. */
  close(): void
}

/** Computes layouts outside the page's thread. */
export interface LayoutEngine {
  layOut(chart: ChartDescription): Promise<ChartPlaces>
  end(): void
}

interface ChartLayoutSources {
  /** The layouts of this version's charts, made by the build. */
  readMade: () => Promise<AllChartPlaces>
  /** For charts of another version's recording. Calls `onBroken` if the engine cannot continue. */
  startEngine: (onBroken: (why: Error) => void) => Promise<LayoutEngine>
}

export const layoutLimitMs = 20_000

/** Uses the build's layouts for unchanged charts; a worker computes others, once per chart, started on demand. */
export function createChartLayouts({ readMade, startEngine }: ChartLayoutSources): ChartLayouts {
  const known = new Map<string, Promise<DrawnChart>>()
  const waiting = new Set<(why: Error) => void>()
  let engine: Promise<LayoutEngine> | null = null

  const end = (why: Error) => {
    engine?.then((started) => started.end()).catch(() => {})
    engine = null
    for (const giveUp of waiting) giveUp(why)
  }
  const compute = async (chart: ChartDescription): Promise<ChartPlaces> => {
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    const limit = setTimeout(() => end(new Error(`levou mais de ${layoutLimitMs / 1000} s`)), layoutLimitMs)
    waiting.add(reject)
    try {
      engine ??= startEngine(end)
      const layOut = async (started: Promise<LayoutEngine>) => (await started).layOut(chart)
      return await Promise.race([layOut(engine), givenUp])
    } finally {
      clearTimeout(limit)
      waiting.delete(reject)
    }
  }
  const draw = async (chart: ChartDescription): Promise<DrawnChart> => {
    try {
      const places = (await readMade())[chartKey(chart)] ?? (await compute(chart))
      return drawnChart(planChart(chart, new Set(places.short)), places)
    } catch (error) {
      throw new Error(failureText(chart, error), { cause: error })
    }
  }
  return {
    layout(chart) {
      const key = chartKey(chart)
      const layout = known.get(key) ?? draw(chart)
      known.set(key, layout)
      layout.catch(() => known.delete(key))
      return layout
    },
    close: () => end(new Error('o inspetor foi fechado')),
  }
}

function failureText({ id }: ChartDescription, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error)
  return `O quadro de ${id} não pôde ser desenhado (${why}). Tente de novo; se persistir, recarregue a página.`
}
