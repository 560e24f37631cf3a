import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { AnyStateMachine } from 'xstate'
import { movesOf, nodesOf } from '../../src/inspector/charts/chart-parts.ts'
import type { AllChartWords, ChartWords } from '../../src/inspector/charts/chart-words.ts'
import { type ChartSource, readChartSource } from './chart-source.ts'
import { eventWords } from './event-words.ts'
import { rootChart } from './root-chart.ts'
import { SourceModules } from './source-modules.ts'

const virtualId = 'virtual:chart-words'
const resolvedId = `\0${virtualId}`
const chartsId = '\0charts'

interface LoadedCharts {
  /** What each file exports, by its path from the project's folder. */
  default: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * `virtual:chart-words` says what the built charts don't: their sentences, descriptions and events (`AllChartWords`).
 * Whoever imports it does so lazily, as all of it comes at once.
 */
export function chartWords(): Plugin {
  let root = ''
  return {
    name: 'guarita:chart-words',
    configResolved(config) {
      root = config.root
    },
    resolveId: { filter: { id: /^virtual:chart-words$/ }, handler: () => resolvedId },
    load: {
      filter: { id: /^\0virtual:chart-words$/ },
      async handler() {
        const { words, files } = await readAllChartWords(root)
        for (const file of files) this.addWatchFile(file)
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(words))})`
      },
    },
  }
}

/** The words of all machines of a project, and the files that they were read from. */
export async function readAllChartWords(root: string): Promise<{ words: AllChartWords; files: string[] }> {
  const { module, dependencies } = await runnerImport<LoadedCharts>(chartsId, {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'guarita:charts',
        resolveId: { filter: { id: /^\0charts$/ }, handler: () => chartsId },
        load: {
          filter: { id: /^\0charts$/ },
          handler: () =>
            `export default import.meta.glob(['/src/machines/**/*.machine.ts', '!/${rootChart.file}', '/${rootChart.madeIn}', '/contract/**/*.machine.ts'], { eager: true })`,
        },
      },
    ],
  })
  const modules = new SourceModules()
  const words = Object.entries(module.default).map(([path, exported]) =>
    wordsOf(posix.join(root, path === `/${rootChart.madeIn}` ? rootChart.file : path), exported, modules),
  )
  const read = new Set([...modules.files, ...dependencies])
  return { words: Object.fromEntries(words), files: [...read].filter((file) => file.startsWith(root)) }
}

function wordsOf(file: string, exported: Readonly<Record<string, unknown>>, modules: SourceModules) {
  const [found] = Object.entries(exported).flatMap(([name, value]) =>
    isMachine(value) ? [{ name, machine: value }] : [],
  )
  if (found === undefined) throw new Error(`${file} should export a machine`)
  const { machine, name } = found
  const text = readFileSync(file, 'utf8')
  const words: ChartWords = {
    sentence: commentOf(readChartSource(text), name),
    requirements: requirementsOf(machine),
    states: described(nodesOf(machine.root)),
    moves: described(movesOf(machine)),
    events: Object.fromEntries(eventWords(modules, file, text)),
  }
  return [machine.id, words] as const
}

function commentOf({ comments }: ChartSource, name: string): string {
  return comments.get(name) ?? comments.get(`${name}Of`) ?? ''
}

/** By shape, not by class: whoever loads the charts may have loaded XState a second time. */
function isMachine(value: unknown): value is AnyStateMachine {
  return typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value
}

function requirementsOf({ root: { meta } }: AnyStateMachine): string[] {
  const requirements: unknown = meta?.requirements
  return Array.isArray(requirements) ? requirements.map(String) : []
}

function described(all: readonly { id: string; description?: string | undefined }[]): Record<string, string> {
  return Object.fromEntries(all.flatMap(({ id, description = '' }) => (description === '' ? [] : [[id, description]])))
}
