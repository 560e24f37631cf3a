import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const run = promisify(execFile)

/**
 * `virtual:chart-layouts` says where the parts of the built charts go (`AllChartPlaces`). They are laid out by a process of its own
 * beside the build, and only those that have changed since the last one. The development server has none: there the page lays out.
 */
export function chartLayouts(): Plugin {
  let cache = ''
  let isBuild = false
  let layouts: Promise<string> | undefined
  return {
    name: 'guarita:chart-layouts',
    configResolved({ cacheDir, command }) {
      isBuild = command === 'build'
      cache = join(cacheDir, 'chart-layouts.json')
    },
    buildStart() {
      if (!isBuild) return
      layouts = layOut(cache)
      // Whoever loads them hears of it.
      layouts.catch(() => {})
    },
    resolveId: { filter: { id: /^virtual:chart-layouts$/ }, handler: () => '\0virtual:chart-layouts' },
    load: {
      filter: { id: /^\0virtual:chart-layouts$/ },
      handler: async () => `export default JSON.parse(${JSON.stringify((await layouts) ?? '{}')})`,
    },
  }
}

async function layOut(cache: string): Promise<string> {
  const script = join(import.meta.dirname, 'lay-out.ts')
  const { stdout } = await run(process.execPath, [script, cache], { maxBuffer: 16 * 1024 * 1024 })
  return stdout
}
