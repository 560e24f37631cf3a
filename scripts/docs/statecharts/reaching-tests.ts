import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { rootChart } from '../../chart-words/root-chart.ts'
import type { Chart } from './charts.ts'

/** The tests that a chart runs in. */
export interface ReachingTests {
  /** Those that fail when a state, a transition or a side of a guard is not reached, each with its model, if it has one. */
  complete: readonly { file: string; model: string | null }[]
  others: readonly string[]
}

/**
 * Finds the tests that run a chart by what they import: the machine, or something of tests or machines that starts it.
 * Those of the documents do not count.
 */
export function reachingTests({ file, exportName }: Pick<Chart, 'file' | 'exportName'>): ReachingTests {
  testFiles ??= globSync('tests/**/*.test.ts').sort()
  const reaching = testFiles.filter((test) => !test.startsWith('tests/docs/') && reaches(test, file))
  const complete = reaching.filter((test) => countsAll(readFileSync(test, 'utf8'), exportName))
  return {
    complete: complete.map((test) => ({ file: test, model: modelOf(test) })),
    others: reaching.filter((test) => !complete.includes(test)),
  }
}

function countsAll(text: string, exportName: string): boolean {
  return text.includes(`new Coverage(${exportName})`) && /^testCoverage\(\w+\)$/m.test(text)
}

function modelOf(test: string): string | null {
  const model = test.replace(/\.test\.ts$/, '.model.ts')
  return existsSync(model) ? model : null
}

/** Whether a module runs `goal`, by what it imports of tests and machines. */
export function reaches(from: string, goal: string, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  const imports = runtimeImports(from)
  return imports.includes(goal) || imports.some((module) => mayStart(module) && reaches(module, goal, seen))
}

/** A chart that imports another stands for itself: its tests show the other one only as its child. */
function mayStart(module: string): boolean {
  return /^(tests|src\/machines)\/.*(?<!\.machine)\.ts$/.test(module) || module === rootChart.madeIn
}

let testFiles: readonly string[] | undefined
const importsByFile = new Map<string, string[]>()

function runtimeImports(file: string): string[] {
  const known = importsByFile.get(file)
  if (known !== undefined) return known
  const imports = parseSync(file, readFileSync(file, 'utf8'))
    .module.staticImports.filter(
      ({ entries, moduleRequest }) => moduleRequest.value.startsWith('.') && !isForTypes(entries),
    )
    .map(({ moduleRequest }) => posix.join(posix.dirname(file), moduleRequest.value))
  importsByFile.set(file, imports)
  return imports
}

function isForTypes(entries: readonly { isType: boolean }[]): boolean {
  return entries.length > 0 && entries.every(({ isType }) => isType)
}
