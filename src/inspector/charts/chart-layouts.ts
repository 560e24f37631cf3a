import type { ChartDescription } from './chart-description.ts'
import { type AllChartPlaces, type ChartPlaces, chartKey, drawnChart } from './chart-places.ts'
import { planChart } from './chart-plan.ts'
import type { DrawnChart } from './drawn-chart.ts'

export interface ChartLayouts {
  /** Rejects with an `Error` for people: the layout failed, or took more than 20 s. The next call tries anew. */
  layout(chart: ChartDescription): Promise<DrawnChart>
  /** Ends the worker; what waits for it is rejected. A later call starts another one. */
  close(): void
}

/** What computes layouts, elsewhere than in the page. */
export interface LayoutEngine {
  layOut(chart: ChartDescription): Promise<ChartPlaces>
  end(): void
}

interface ChartLayoutSources {
  /** The layouts of this version's own charts, made while it was built. */
  readMade: () => Promise<AllChartPlaces>
  /** For the charts of a recording of another version; it is given what to call when the engine cannot go on. */
  startEngine: (onBroken: (why: Error) => void) => Promise<LayoutEngine>
}

export const layoutLimitMs = 20_000

/** Tells where the parts of charts go: as the build found out, or else in a worker that is started at the first need, once a chart. */
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
