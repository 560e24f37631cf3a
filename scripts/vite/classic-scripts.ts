import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'

interface ClassicScript {
  entry: string
  /** Address in the development server, and in the build if there are no `attrs`. */
  path: string
  /** Attributes of its element in <head>; a script without an element is a worker. */
  attrs?: Record<string, boolean>
}

const scripts: readonly ClassicScript[] = [
  // Early in <head>, and does not block the page (LIVE-9).
  { entry: 'src/arrival-watch.ts', path: '/arrival-watch.js', attrs: { async: true } },
  // Runs before the first paint; a module would run later (THM-3).
  { entry: 'src/page-boot.ts', path: '/page-boot.js', attrs: {} },
  // At the site root, under the name that Firebase expects.
  { entry: 'src/push-worker/firebase-messaging-sw.ts', path: '/firebase-messaging-sw.js' },
]

/** Builds the scripts that are not modules, each in a file of its own because the CSP forbids inline code. */
export function classicScripts(): Plugin {
  const urls = new Map(scripts.map(({ entry, path }) => [entry, path]))
  const built = new Map<string, string>()
  return {
    name: 'guarita:classic-scripts',
    async buildStart() {
      if (this.environment.mode !== 'build') return
      for (const { entry, path, attrs } of scripts) {
        const source = await classicScript(entry)
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const url = attrs === undefined ? path : `/assets${path.replace('.js', `-${hash}.js`)}`
        urls.set(entry, url)
        built.set(url, source)
      }
    },
    generateBundle() {
      for (const [url, source] of built) this.emitFile({ type: 'asset', fileName: url.slice(1), source })
    },
    configureServer(server) {
      for (const { entry, path } of scripts)
        server.middlewares.use(path, async (_request, response) => {
          response.setHeader('content-type', 'text/javascript')
          response.setHeader('cache-control', 'no-cache').end(await classicScript(entry))
        })
    },
    transformIndexHtml: () =>
      scripts.flatMap(({ entry, attrs }) =>
        attrs === undefined
          ? []
          : { tag: 'script', attrs: { src: urls.get(entry), ...attrs }, injectTo: 'head-prepend' as const },
      ),
  }
}

/** Bundles an entry into one script that is not a module; `define` is Vite's own. */
export async function classicScript(entry: string, define: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    define,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`no chunk was built from ${entry}`)
  return chunk.code
}
