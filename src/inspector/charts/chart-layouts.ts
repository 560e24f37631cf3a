import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { ChartDescription } from './chart-description.ts'
import { drawChart } from './chart-layout.ts'
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
  layout(graph: ElkNode): Promise<ElkNode>
  end(): void
}

export const layoutLimitMs = 20_000

/**
 * Computes where the parts of charts go, in a worker that is started at the first need. A chart is laid out once.
 * @param startEngine is given what to call when the engine cannot go on
 */
export function createChartLayouts(
  startEngine: (onBroken: (why: Error) => void) => LayoutEngine = startWorker,
): ChartLayouts {
  const known = new Map<string, Promise<DrawnChart>>()
  const waiting = new Set<(why: Error) => void>()
  let engine: LayoutEngine | null = null

  const end = (why: Error) => {
    engine?.end()
    engine = null
    for (const giveUp of waiting) giveUp(why)
  }
  const compute = async (chart: ChartDescription): Promise<DrawnChart> => {
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    const limit = setTimeout(() => end(new Error(`levou mais de ${layoutLimitMs / 1000} s`)), layoutLimitMs)
    waiting.add(reject)
    try {
      engine ??= startEngine(end)
      return await Promise.race([drawChart(planChart(chart), engine.layout), givenUp])
    } catch (error) {
      throw new Error(failureText(chart, error), { cause: error })
    } finally {
      clearTimeout(limit)
      waiting.delete(reject)
    }
  }
  return {
    layout(chart) {
      const key = JSON.stringify(chart)
      const layout = known.get(key) ?? compute(chart)
      known.set(key, layout)
      layout.catch(() => known.delete(key))
      return layout
    },
    close: () => end(new Error('o inspetor foi fechado')),
  }
}

function startWorker(onBroken: (why: Error) => void): LayoutEngine {
  const elk = new ELK({
    workerFactory: () => {
      const worker = new Worker(workerUrl)
      // The engine's own code waits for ever for a worker whose script does not come.
      worker.addEventListener('error', () => onBroken(new Error('o programa que desenha não carregou')))
      return worker
    },
  })
  return { layout: (graph) => elk.layout(graph), end: () => elk.terminateWorker() }
}

function failureText({ id }: ChartDescription, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error)
  return `O quadro de ${id} não pôde ser desenhado (${why}). Tente de novo; se persistir, recarregue a página.`
}
