import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const run = promisify(execFile)

/**
 * `virtual:chart-layouts` says where the parts of the built charts go (`AllChartPlaces`). They are laid out by a process of its own
 * beside the build, and only those that have changed since the last one; tests have the same. The development server has none:
 * there the page lays out.
 */
export function chartLayouts(): Plugin {
  let root = ''
  let purpose: 'build' | 'tests' | 'development' = 'development'
  let layouts: Promise<string> | undefined
  return {
    name: 'guarita:chart-layouts',
    configResolved(config) {
      root = config.root
      if (config.command === 'build') purpose = 'build'
      else if (config.mode === 'test') purpose = 'tests'
    },
    buildStart() {
      if (purpose !== 'build') return
      layouts = layOut(root)
      // Whoever loads them hears of it.
      layouts.catch(() => {})
    },
    resolveId: { filter: { id: /^virtual:chart-layouts$/ }, handler: () => '\0virtual:chart-layouts' },
    load: {
      filter: { id: /^\0virtual:chart-layouts$/ },
      async handler() {
        if (purpose !== 'development') layouts ??= layOut(root)
        return `export default JSON.parse(${JSON.stringify((await layouts) ?? '{}')})`
      },
    },
  }
}

async function layOut(root: string): Promise<string> {
  const script = join(import.meta.dirname, 'lay-out.ts')
  const cache = join(root, 'node_modules/.vite/chart-layouts.json')
  const { stdout } = await run(process.execPath, [script, cache], { maxBuffer: 16 * 1024 * 1024 })
  return stdout
}
