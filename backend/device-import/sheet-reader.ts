import { Worker } from 'node:worker_threads'
import type { ReadRow } from '../../contract/spreadsheet/device-sheet.ts'
import { fileTexts, SpreadsheetProblem } from '../../contract/spreadsheet/spreadsheet-problem.ts'
import { bounds } from '../bounds.ts'
import { Refusal } from '../http/refusal.ts'
import { turns } from '../turns.ts'

export type SheetAnswer = { rows: ReadRow[] } | { problem: string }

export type SheetReader = {
  /** Returns the rows of a spreadsheet; rejects with a `SpreadsheetProblem`, or with a 503 `Refusal` if too many files wait. */
  read(bytes: Uint8Array<ArrayBuffer>): Promise<ReadRow[]>
  close(): Promise<void>
}

/** Memory limits above the need of any accepted spreadsheet. */
const resourceLimits = {
  maxOldGenerationSizeMb: bounds.spreadsheets.most.memoryBytes / 1024 / 1024,
  maxYoungGenerationSizeMb: 32,
  stackSizeMb: 4,
}
const idleMs = 30_000

/**
 * Reads spreadsheets one after another in a worker thread (OPS-4), so that requests are not delayed. A file that needs too much memory or
 * time ends only that thread. An idle thread waits a while for the next file.
 */
export function sheetReader(workerFile = new URL('./sheet-worker.ts', import.meta.url)): SheetReader {
  const takeTurn = turns(bounds.spreadsheets.most, () => new Refusal(503, { headers: { 'retry-after': '10' } }))
  let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined

  function take(): Worker {
    if (idle === undefined) return new Worker(workerFile, { resourceLimits, execArgv: [], env: {} })
    clearTimeout(idle.timer)
    const { worker } = idle
    idle = undefined
    return worker
  }

  function keep(worker: Worker): void {
    worker.unref()
    idle = {
      worker,
      timer: setTimeout(() => {
        idle = undefined
        worker.terminate()
      }, idleMs).unref(),
    }
  }

  async function ask(bytes: Uint8Array<ArrayBuffer>): Promise<ReadRow[]> {
    const worker = take()
    worker.ref()
    const answer = await answerOf(worker, bytes.slice().buffer)
    if (answer === 'stopped') {
      await worker.terminate()
      throw new SpreadsheetProblem(fileTexts.bomb)
    }
    keep(worker)
    if ('problem' in answer) throw new SpreadsheetProblem(answer.problem)
    return answer.rows
  }

  return {
    read: (bytes) => takeTurn('', () => ask(bytes)),
    async close() {
      clearTimeout(idle?.timer)
      await idle?.worker.terminate()
      idle = undefined
    },
  }
}

/** Resolves to 'stopped' if the memory or time limit was exceeded. */
function answerOf(worker: Worker, bytes: ArrayBuffer): Promise<SheetAnswer | 'stopped'> {
  return new Promise((resolve) => {
    const end = (answer: SheetAnswer | 'stopped') => {
      clearTimeout(timer)
      worker.off('message', end).off('error', stop).off('exit', stop)
      resolve(answer)
    }
    const stop = () => end('stopped')
    const timer = setTimeout(stop, bounds.spreadsheets.most.timeMs)
    worker.on('message', end).on('error', stop).on('exit', stop)
    worker.postMessage(bytes, [bytes])
  })
}
