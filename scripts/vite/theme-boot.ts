import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { classicScript } from './classic-script.ts'

/** The script that dresses the page before its first paint: classic, because a module would run after it (THM-3). */
export function themeBoot(): Plugin {
  const entry = 'src/theme-boot.ts'
  const devUrl = '/theme-boot.js'
  let builtUrl = ''
  let code = ''
  return {
    name: 'guarita:theme-boot',
    async buildStart() {
      code = await classicScript(entry)
      builtUrl = `/assets/theme-boot-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    },
    configureServer(server) {
      server.middlewares.use(devUrl, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await classicScript(entry))
      })
    },
    transformIndexHtml: (_html, { server }) => [
      { tag: 'script', attrs: { src: server === undefined ? builtUrl : devUrl }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: builtUrl.slice(1), source: code })
    },
  }
}
