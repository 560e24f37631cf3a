import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadQuestion } from './dossier-thread.ts'
import type { DossierTask } from './dossier-writer.ts'
import { dossierWriter } from './dossier-writer.ts'

const task: DossierTask = workerData
const writer = dossierWriter(task)

parentPort?.on('message', async (question: ThreadQuestion) => {
  parentPort?.postMessage(await answerTo(question))
})

function answerTo(question: ThreadQuestion): unknown {
  if ('batch' in question) return writer.take(question.batch)
  if ('stored' in question) return writer.close(question.stored)
  if ('signature' in question) return writer.sign(question.signature)
  return question.ask === 'unended' ? writer.unended() : writer.next()
}
