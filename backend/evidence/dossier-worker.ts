import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadQuestion } from './dossier-thread.ts'
import { type DossierTask, dossierWriter } from './dossier-writer.ts'

const task: DossierTask = workerData
const writer = dossierWriter(task)

parentPort?.on('message', (question: ThreadQuestion) => {
  if (question === 'next') {
    const next = writer.next()
    parentPort?.postMessage(next, [next.chunk.buffer])
  } else parentPort?.postMessage(answerTo(question))
})

function answerTo(question: Exclude<ThreadQuestion, 'next'>): unknown {
  if (question === 'unended') return writer.unended()
  if ('batch' in question) return writer.take(question.batch)
  if ('stored' in question) return writer.close(question.stored)
  return writer.sign(question.signature)
}
