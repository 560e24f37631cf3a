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
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread of a dossier has ended')))
  })
  failed.catch(() => {})
  signal.addEventListener('abort', () => void worker.terminate(), { once: true })

  /** One question at a time. */
  function ask<Answer>(question: ThreadQuestion): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => worker.once('message', resolve))
    worker.postMessage(question)
    return Promise.race([answered, failed])
  }

  return {
    take: (batch) => ask({ batch }),
    unended: () => ask('unended'),
    close: (stored) => ask({ stored }),
    sign: (signature) => ask({ signature }),
    next: () => ask('next'),
  }
}
