import { Worker } from 'node:worker_threads'
import { bounds } from '../bounds.ts'
import type { DossierBatch, DossierTask, DossierWriter } from './dossier-writer.ts'

export type ThreadQuestion =
  | { batch: DossierBatch }
  | { stored: readonly string[] }
  | { signature: string }
  | 'unended'
  | 'next'

/** The methods of a `DossierWriter` that runs in a separate thread. They reject if the thread has ended. */
export type DossierThread = {
  [Method in keyof DossierWriter]: (
    ...parameters: Parameters<DossierWriter[Method]>
  ) => Promise<Awaited<ReturnType<DossierWriter[Method]>>>
}

const resourceLimits = {
  maxOldGenerationSizeMb: bounds.dossiers.most.memoryBytes / 1024 / 1024,
  maxYoungGenerationSizeMb: 4,
  stackSizeMb: 4,
}

/** Starts a thread that writes a dossier (OPS-4). The thread ends when `signal` aborts. */
export function dossierThread(task: DossierTask, signal: AbortSignal): DossierThread {
  const worker = new Worker(new URL('./dossier-worker.ts', import.meta.url), {
    ...{ resourceLimits, execArgv: [], env: {} },
    workerData: task,
  })
  let failure: unknown
  let fail: (error: unknown) => void = () => {}
  const end = (error: unknown) => {
    failure ??= error
    fail(failure)
  }
  worker.once('error', end)
  worker.once('exit', () => end(new Error('the thread of a dossier has ended')))
  signal.addEventListener('abort', () => void worker.terminate(), { once: true })

  /** Asks one question at a time. A `Promise.race` with one shared promise would keep every answer in memory. */
  function ask<Answer>(question: ThreadQuestion): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (failure !== undefined) reject(failure)
      fail = reject
      worker.once('message', resolve)
      worker.postMessage(question)
    })
  }

  return {
    take: (batch) => ask({ batch }),
    unended: () => ask('unended'),
    close: (stored) => ask({ stored }),
    sign: (signature) => ask({ signature }),
    next: () => ask('next'),
  }
}
