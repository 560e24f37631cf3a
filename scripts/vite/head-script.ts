import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { classicScript } from './classic-script.ts'

/** A classic script in <head>, a file of its own because the CSP forbids inline code; `attrs` are those of its element. */
export function headScript(entry: string, name: string, attrs: Record<string, boolean | string> = {}): Plugin {
  const devUrl = `/${name}.js`
  let builtUrl = ''
  let code = ''
  return {
    name: `guarita:${name}`,
    async buildStart() {
      code = await classicScript(entry)
      builtUrl = `/assets/${name}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    },
    configureServer(server) {
      server.middlewares.use(devUrl, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await classicScript(entry))
      })
    },
    transformIndexHtml: (_html, { server }) => [
      { tag: 'script', attrs: { src: server === undefined ? builtUrl : devUrl, ...attrs }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: builtUrl.slice(1), source: code })
    },
  }
}
