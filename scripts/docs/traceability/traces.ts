import { globSync, readFileSync } from 'node:fs'
import { loadCharts, requirementsOf } from '../statecharts/charts.ts'
import { reaches, reachingTests } from '../statecharts/reaching-tests.ts'
import { requirementIds } from './requirements.ts'
import { tagsIn } from './tags.ts'

/** Where a requirement is built, and which tests show it: files from the project's folder. */
export interface Trace {
  builtIn: readonly string[]
  /** Tests that name it themselves, or by their model. */
  shownBy: readonly string[]
  /** Tests that reach all of a chart that serves it, without naming it. */
  reachedBy: readonly string[]
}

const endings = '*.{ts,tsx,css,js,sql}'
/** They speak of tags as such. */
const aboutTags = /^(scripts|tests)\/docs\/(statecharts|traceability)\//
/** Documents and path tests are required themselves (AUD, MBT). */
const requiredThere = /^(scripts\/docs\/device-failure|tests\/models\/parts\/(coverage|path-runner))\.ts$/

const builtOrder = [
  /\.machine\.ts$/,
  /^src\/machines\//,
  /^src\/services\//,
  /^src\/[^/]*$/,
  /^src\//,
  /^contract\//,
  /^backend\//,
  /^/,
]
const shownOrder = [/^tests\/models\//, /^tests\/machines\//, /^tests\/e2e\//, /^tests\/services\//, /^/]

/** Every file that may name a requirement. */
export function taggedFiles(): string[] {
  return ['contract', 'src', 'backend', 'scripts', 'tests']
    .flatMap((folder) => globSync(`${folder}/**/${endings}`))
    .filter((file) => !aboutTags.test(file))
    .sort()
}

/** The trace of each requirement, by its id. */
export async function findTraces(): Promise<ReadonlyMap<string, Trace>> {
  const files = taggedFiles().map((file) => ({ file, tags: tagsIn(readFileSync(file, 'utf8')) }))
  const tests = files.map(({ file }) => file).filter((file) => file.endsWith('.test.ts'))
  const reached = (await loadCharts()).map((chart) => ({
    ids: requirementsOf(chart.machine),
    tests: reachingTests(chart).complete.map(({ file }) => file),
  }))
  return new Map(
    [...requirementIds].map((id) => {
      const naming = files.filter(({ tags }) => tags.includes(id)).map(({ file }) => file)
      const shownBy = new Set(naming.flatMap((file) => testsOf(file, tests)))
      const reachedBy = new Set(reached.flatMap(({ ids, tests }) => (ids.includes(id) ? tests : [])))
      return [
        id,
        {
          builtIn: inOrder(naming.filter(isBuilt), builtOrder),
          shownBy: inOrder([...shownBy], shownOrder),
          reachedBy: inOrder(
            [...reachedBy].filter((test) => !shownBy.has(test)),
            shownOrder,
          ),
        },
      ]
    }),
  )
}

function isBuilt(file: string): boolean {
  return !file.endsWith('.test.ts') && (!/^(tests|scripts\/docs)\//.test(file) || requiredThere.test(file))
}

/** What a model names is shown by the tests that walk it. */
function testsOf(file: string, tests: readonly string[]): string[] {
  if (file.endsWith('.test.ts')) return [file]
  return file.endsWith('.model.ts') ? tests.filter((test) => reaches(test, file)) : []
}

function inOrder(files: readonly string[], order: readonly RegExp[]): string[] {
  const place = (file: string) => order.findIndex((pattern) => pattern.test(file))
  return files.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
}
