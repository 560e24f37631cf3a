import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { classicScript } from './classic-scripts.ts'

type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>

/** Where what begins that is of no use without a server: push messages, and the inspector with all that it hosts. */
const ofNoUseWithoutServer = /\/src\/(?:ui\/inspector\/|composition\/inspector\.ts|services\/push\/push-messaging\.ts)/

/** A file above this many bytes is of nothing that is needed when no server answers. */
const largestBytes = 512 * 1024

/**
 * The worker that keeps the panel's own files, so that it opens without a server: at the site root, with the list of what the
 * build has written. Made last: names and version are known then.
 */
export function shellWorker(): Plugin {
  let version = ''
  return {
    name: 'guarita:shell-worker',
    apply: 'build',
    configResolved({ define }) {
      version = String(define?.__PANEL_VERSION__)
    },
    // What makes the panel installable stands beside the worker, and no page of the development server needs it.
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

/** What stands in `assets`, but what only those chunks need that nobody opens without a server. */
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

/** The chunks that one can come to from those of the page, one import after the other. */
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

/** Stylesheets and other assets of a chunk. */
function ownFiles({ viteMetadata }: Rolldown.OutputChunk): string[] {
  return [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]
}

function sizeOf(file: Bundle[string] | undefined): number {
  return file === undefined ? 0 : Buffer.byteLength(file.type === 'chunk' ? file.code : file.source)
}
