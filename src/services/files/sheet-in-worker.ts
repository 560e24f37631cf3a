import * as v from 'valibot'

/** Reads a spreadsheet in the worker, and ends the worker after its message or with `signal`. Rejects if the worker fails. */
export function readInWorker<Message>(
  worker: Worker,
  message: v.GenericSchema<unknown, Message>,
  file: File,
  signal: AbortSignal,
): Promise<Message> {
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise<Message>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => {
      const given = v.safeParse(message, data)
      if (given.success) resolve(given.output)
      else reject(new Error('unknown message from the worker'))
    })
    worker.addEventListener('error', ({ message: text }) => reject(new Error(text)))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
