import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { PurgeCSS } from 'purgecss'
import { build, type Plugin, parseSync, Visitor } from 'vite'
import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { chartWords } from './src/inspector/build/chart-words.ts'

const panelVersion = `${manifest.version}+${sourceHash()}`
const backendUrl = process.env.GUARITA_BACKEND_URL ?? 'http://localhost:8081'

export default defineConfig({
  define: { __PANEL_VERSION__: JSON.stringify(panelVersion) },
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    react(),
    undescribedCharts(),
    chartWords(),
    themeBoot(),
    pushWorker(),
    bootstrapStylesheets(),
    versionFile(),
    precompressed(),
  ],
  resolve: {
    // React has had this hook since 18: what stands in for it in older ones is not needed.
    alias: [
      {
        find: /^use-sync-external-store\/shim(?:\/index\.js)?(?=$|\/with-selector)/,
        replacement: 'use-sync-external-store',
      },
    ],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas are made with valibot's functions, which do nothing else: one that no page uses is left out.
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        codeSplitting: { groups: [{ name: 'panel', test: /src\/main\.tsx$/, includeDependenciesRecursively: true }] },
      },
    },
  },
  server: {
    proxy: {
      '/rest': backendUrl,
      '/device-control': backendUrl,
      '/config.json': backendUrl,
      '/version.json': backendUrl,
      '/socket.io': { target: backendUrl, ws: true },
    },
  },
  test: {
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['machines', 'ui', 'docs', 'inspector'].map((folder) => `tests/${folder}/**/*.test.ts`),
        },
      },
      { extends: true, test: { name: 'models', include: ['tests/models/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'services', include: ['tests/services/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
      },
    ],
  },
})

/** Same sources, same version: a restart without a change signs nobody out (VER-1 clears the browser's data). */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync([
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'src/**/*.*',
    'contract/**/*.*',
    'public/**/*.*',
  ]).sort())
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}

function versionFile(): Plugin {
  return {
    name: 'guarita:version-file',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version: panelVersion }) })
    },
  }
}

/**
 * Bootstrap stays two files of its own, so that the reading direction is a swap of one link (THM-4). The build keeps the
 * rules whose classes the sources name; the development server serves the whole files.
 */
function bootstrapStylesheets(): Plugin {
  const require = createRequire(import.meta.url)
  const whole = {
    ltr: readFileSync(require.resolve('bootstrap/dist/css/bootstrap.min.css'), 'utf8'),
    rtl: readFileSync(require.resolve('bootstrap/dist/css/bootstrap.rtl.min.css'), 'utf8'),
  }
  const served = new Map<string, string>()
  const urls = { ltr: '', rtl: '' }
  return {
    name: 'guarita:bootstrap-stylesheets',
    async config(_config, { command }) {
      for (const direction of ['ltr', 'rtl'] as const) {
        const css = command === 'build' ? await usedRules(whole[direction]) : whole[direction]
        const hash = createHash('sha256').update(css).digest('hex').slice(0, 8)
        urls[direction] = `/assets/bootstrap-${direction}-${hash}.css`
        served.set(urls[direction], css)
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const css = served.get(request.url ?? '')
        if (css === undefined) return next()
        response.setHeader('content-type', 'text/css').end(css)
      })
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: {
          id: 'bootstrap',
          rel: 'stylesheet',
          href: urls.ltr,
          'data-ltr': urls.ltr,
          'data-rtl': urls.rtl,
          blocking: 'render',
        },
        injectTo: 'head-prepend',
      },
    ],
    generateBundle() {
      for (const [url, source] of served) this.emitFile({ type: 'asset', fileName: url.slice(1), source })
    },
  }
}

/** The script that dresses the page before its first paint: classic, because a module would run after it (THM-3). */
function themeBoot(): Plugin {
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

/** The worker that gets push messages while nobody sees the page: at the site root, under the name that Firebase knows. */
function pushWorker(): Plugin {
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

/** What a chart says about itself and its states is for its readers: no page shows it, and the sign-in page need not load it. */
function undescribedCharts(): Plugin {
  return {
    name: 'guarita:undescribed-charts',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/machines\/[\w-]+\.machine\.ts$/ },
      handler(code, id) {
        const described: { start: number; end: number }[] = []
        new Visitor({
          Property({ key, value, start }) {
            if (key.type !== 'Identifier') return
            const isDescription =
              key.name === 'description' && value.type === 'Literal' && typeof value.value === 'string'
            const isMeta = key.name === 'meta' && value.type === 'ObjectExpression'
            if (isDescription || isMeta) described.push({ start, end: value.end })
          },
        }).visit(parseSync(id, code).program)
        return described.reduceRight(
          (left, { start, end }) => left.slice(0, start) + left.slice(left[end] === ',' ? end + 1 : end),
          code,
        )
      },
    },
  }
}

/** Bundles an entry into one script that is no module. */
async function classicScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`nothing built of ${entry}`)
  return chunk.code
}

async function usedRules(css: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: ['index.html', 'src/**/*.tsx', 'src/**/*.ts', 'public/*.js'],
    dynamicAttributes: [
      'data-bs-theme',
      'dir',
      'type',
      'role',
      'disabled',
      'aria-current',
      'aria-disabled',
      'aria-expanded',
      'open',
      'href',
      'hidden',
    ],
    css: [{ raw: css.replace(/\/\*# sourceMappingURL=.*\*\//, '') }],
  })
  if (result === undefined) throw new Error('PurgeCSS gave no stylesheet')
  return result.css
}

/**
 * `.br` and `.gz` beside every text file, for any static host that serves them, made from what was written: earlier, Vite's
 * own placeholders still stand in it. `index.html` is left out: it gets its nonce when it is served.
 */
function precompressed(): Plugin {
  return {
    name: 'guarita:precompressed',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const fileName of globSync('**/*.{js,css,svg}', { cwd: dir })) {
        const path = join(dir, fileName)
        const source = readFileSync(path)
        const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }
        writeFileSync(`${path}.br`, brotliCompressSync(source, hint))
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
      }
    },
  }
}
