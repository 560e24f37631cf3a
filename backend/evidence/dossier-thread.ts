import { Worker } from 'node:worker_threads'
import { bounds } from '../bounds.ts'
import type { DossierBatch, DossierTask, DossierWriter } from './dossier-writer.ts'

export type ThreadQuestion =
  | { batch: DossierBatch }
  | { stored: readonly string[] }
  | { signature: string }
  | 'unended'
  | 'next'

/** The methods of a `DossierWriter` in a thread of its own. They reject when the thread has ended. */
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

/** Starts a thread (OPS-4). It ends when `signal` aborts. */
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

  /** One question at a time. No `Promise.race` with one promise for all: that would keep every answer. */
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
