import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { classicScript } from './classic-scripts.ts'
import { modulePattern } from './module-pattern.ts'

type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>

/** Entry modules of features that are useless without a server: push messages, and the inspector. */
const ofNoUseWithoutServer = modulePattern(
  'src/ui/inspector/',
  'src/composition/inspector/inspector.ts',
  'src/services/push/push-messaging.ts',
)

/** No file above this size is needed when the server does not answer. */
const largestBytes = 512 * 1024

/**
 * Builds the worker that caches the panel's own files, so that it opens without a server: at the site root, with a list of the built files.
 * Runs last, when names and version are known.
 */
export function shellWorker(): Plugin {
  let version = ''
  return {
    name: 'guarita:shell-worker',
    apply: 'build',
    configResolved({ define }) {
      version = String(define?.__PANEL_VERSION__)
    },
    // The manifest makes the panel installable, together with the worker; the development server has neither.
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const files = shellFiles(dir, bundle)
        const define = { __PANEL_VERSION__: version, __SHELL_FILES__: JSON.stringify(files) }
        writeFileSync(join(dir, 'shell-worker.js'), await classicScript('src/shell-worker/shell-worker.ts', define))
      },
    },
  }
}

function shellFiles(dir: string, bundle: Bundle): string[] {
  const needed = reached(readFileSync(join(dir, 'index.html'), 'utf8'), bundle)
  const left = new Set(
    Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' && !needed.has(file.fileName) ? [file.fileName, ...ownFiles(file)] : [],
    ),
  )
  for (const name of needed) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const own of ownFiles(file)) left.delete(own)
  }
  return globSync('assets/*.{js,css,woff2}', { cwd: dir, withFileTypes: true })
    .map(({ name }) => `assets/${name}`)
    .filter((name) => !left.has(name) && sizeOf(bundle[name]) <= largestBytes)
    .map((name) => `/${name}`)
    .sort()
}

function reached(page: string, bundle: Bundle): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].flatMap(([, name]) => name ?? [])
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk' || ofNoUseWithoutServer.test(chunk.facadeModuleId ?? '')) continue
    found.add(name)
    waiting.push(...chunk.imports, ...chunk.dynamicImports)
  }
  return found
}

function ownFiles({ viteMetadata }: Rolldown.OutputChunk): string[] {
  return [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]
}

function sizeOf(file: Bundle[string] | undefined): number {
  return file === undefined ? 0 : Buffer.byteLength(file.type === 'chunk' ? file.code : file.source)
}
