import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'
import type { AllChartWords } from '../../src/inspector/charts/chart-words.ts'

interface Printed {
  words: AllChartWords
  files: readonly string[]
  layouts: unknown
}

const run = promisify(execFile)

/**
 * `virtual:chart-words` has texts that the built charts lack (`AllChartWords`), `virtual:chart-layouts` the positions of their parts
 * (`AllChartPlaces`). A process beside the build makes both. The development server has no layouts: there the page computes them.
 */
export function charts(): Plugin {
  let root = ''
  let purpose: 'build' | 'tests' | 'development' = 'development'
  let printed: Promise<Printed> | undefined
  const print = () => {
    printed ??= printCharts(root, purpose !== 'development')
    return printed
  }
  return {
    name: 'guarita:charts',
    configResolved(config) {
      root = config.root
      if (config.command === 'build') purpose = 'build'
      else if (config.mode === 'test') purpose = 'tests'
    },
    buildStart() {
      // A failure is reported when the result is loaded.
      if (purpose === 'build') print().catch(() => {})
    },
    watchChange() {
      printed = undefined
    },
    resolveId: { filter: { id: /^virtual:chart-(words|layouts)$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:chart-(words|layouts)$/ },
      async handler(id) {
        const { words, files, layouts } = await print()
        const isWords = id.endsWith('words')
        if (isWords) for (const file of files) this.addWatchFile(file)
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(isWords ? words : layouts))})`
      },
    },
  }
}

async function printCharts(root: string, areLaidOut: boolean): Promise<Printed> {
  const cache = areLaidOut ? [join(root, 'node_modules/.vite/chart-layouts.json')] : []
  const args = [join(import.meta.dirname, 'print.ts'), ...cache]
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 })
  return JSON.parse(stdout)
}
