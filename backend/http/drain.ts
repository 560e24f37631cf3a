import type { FastifyInstance } from 'fastify'
import { mountPoints } from '../../contract/wire/routes.ts'
import { Refusal } from './refusal.ts'

/** Time that running calls have to finish when the server ends. */
export const longestDrainMs = 10_000

export type Drain = {
  isEnding(): boolean
  /**
   * From now on, answers 503 to new calls of the API. Resolves when all running requests are answered, or after
   * `longestMs`.
   */
  end(longestMs: number): Promise<void>
}

export function drainOf(app: FastifyInstance): Drain {
  let running = 0
  let isEnding = false
  let onIdle = () => {}
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (isEnding) reply.header('connection', 'close')
    // Only calls of the API are refused: the panel's files and the probes are answered until the end.
    if (isEnding && Object.values(mountPoints).some((path) => path !== '' && url.startsWith(path))) {
      throw new Refusal(503, {
        message: 'O servidor está sendo encerrado. Tente novamente em instantes.',
        headers: { 'retry-after': '5' },
        ...(url.startsWith(mountPoints.device) && { unasked: 'notAsked' }),
      })
    }
    running += 1
    reply.raw.once('close', () => {
      running -= 1
      if (running === 0) onIdle()
    })
  })
  return {
    isEnding: () => isEnding,
    async end(longestMs) {
      isEnding = true
      if (running === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs)
        onIdle = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
