import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { layOutChart } from './chart-layout.ts'
import type { LayoutEngine } from './chart-layouts.ts'

export function startLayoutEngine(onBroken: (why: Error) => void): LayoutEngine {
  const elk = new ELK({
    workerFactory: () => {
      const worker = new Worker(workerUrl)
      // If the worker's script fails to load, the engine's own code would wait forever.
      worker.addEventListener('error', () => onBroken(new Error('o programa que desenha não carregou')))
      return worker
    },
  })
  return { layOut: (chart) => layOutChart(chart, (graph) => elk.layout(graph)), end: () => elk.terminateWorker() }
}
