import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { layOutChart } from './chart-layout.ts'
import type { LayoutEngine } from './chart-layouts.ts'

/** The layout engine in a worker of its own. */
export function startLayoutEngine(onBroken: (why: Error) => void): LayoutEngine {
  const elk = new ELK({
    workerFactory: () => {
      const worker = new Worker(workerUrl)
      // The engine's own code waits for ever for a worker whose script does not come.
      worker.addEventListener('error', () => onBroken(new Error('o programa que desenha não carregou')))
      return worker
    },
  })
  return { layOut: (chart) => layOutChart(chart, (graph) => elk.layout(graph)), end: () => elk.terminateWorker() }
}
