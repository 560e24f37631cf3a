import type { Plugin } from 'vite'
import { classicScript } from './classic-script.ts'

/** The worker that gets push messages while nobody sees the page: at the site root, under the name that Firebase knows. */
export function pushWorker(): Plugin {
  const entry = 'src/push-worker/firebase-messaging-sw.ts'
  const fileName = 'firebase-messaging-sw.js'
  return {
    name: 'guarita:push-worker',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.setHeader('cache-control', 'no-cache').end(await classicScript(entry))
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await classicScript(entry) })
    },
  }
}
