import type { FastifyInstance } from 'fastify'
import { mountPoints } from '../../contract/wire/routes.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also answers while the server ends: it reports on the server itself. */
    isProbe?: boolean
  }
}

/** Time that running calls have to finish when the server ends. */
export const longestDrainMs = 10_000

export type Drain = {
  isEnding(): boolean
  /** From now on answers 503 to new calls; resolves when all running calls are answered, or after `longestMs`. */
  end(longestMs: number): Promise<void>
}

export function drainOf(app: FastifyInstance): Drain {
  let running = 0
  let isEnding = false
  let onIdle = () => {}
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions
    if (config.isProbe) return
    if (isEnding) {
      reply.header('connection', 'close')
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
