import { globSync, readFileSync } from 'node:fs'
import { basename, posix, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { type ChartSource, readChartSource } from '../../chart-words/chart-source.ts'
import { rootChart } from '../../chart-words/root-chart.ts'
import { requirementIds } from '../traceability/requirements.ts'

/** Of the panel, and of what server and panel both run. */
const folders = ['src/machines', 'contract']
const chartFile = /\.machine\.ts$/

/** A machine with what its source says of it. */
export interface Chart {
  /** Its file without ending: `device-list`. */
  name: string
  /** From the project's folder. */
  file: string
  exportName: string
  machine: AnyStateMachine
  source: ChartSource
  /** What it is for, in a sentence. */
  sentence: string
  /** The doc comments of its events, by type. */
  eventComments: ReadonlyMap<string, string>
  /** The numbers that its rules are made of, by name: `versionTimes.checkEveryMs`. */
  constants: ReadonlyMap<string, number>
  children: readonly Child[]
}

/** A chart that another one starts. */
export interface Child {
  /** How the one that starts it calls it; null where a module between them does. */
  actor: string | null
  /** The module that starts it; null where the chart itself does. */
  module: string | null
  exportName: string
}

/** Every machine that there is, found by its file; throws where one lacks the doc comment that says what it is for. */
export function loadCharts(): Promise<readonly Chart[]> {
  loaded ??= Promise.all(folders.flatMap((folder) => globSync(`${folder}/**/*.machine.ts`).sort()).map(loadChart))
  return loaded
}

let loaded: Promise<readonly Chart[]> | undefined

async function loadChart(file: string): Promise<Chart> {
  const exported = await exportsOf(file === rootChart.file ? rootChart.madeIn : file)
  const machines = Object.entries(exported).flatMap(([exportName, value]) =>
    value instanceof StateMachine ? [{ exportName, machine: value }] : [],
  )
  const [found] = machines
  if (found === undefined || machines.length > 1) throw new Error(`${file} should export one machine`)
  const source = readChartSource(readFileSync(file, 'utf8'))
  const sentence = source.comments.get(found.exportName) ?? source.comments.get(`${found.exportName}Of`) ?? ''
  if (sentence === '') throw new Error(`${file}: a doc comment should say what ${found.exportName} is for`)
  const words = modulesOf(file, source).map((module) => readChartSource(readFileSync(module, 'utf8')))
  return {
    name: basename(file, '.machine.ts'),
    file,
    ...found,
    source,
    sentence,
    eventComments: new Map([...words, source].flatMap(({ events }) => [...events].filter(([, text]) => text !== ''))),
    constants: await constantsOf(file, source, exported),
    children: [
      ...childrenHere(found.machine, source),
      ...(file === rootChart.file ? flowsOfRoot() : []),
      ...childrenThrough(file, source),
    ],
  }
}

async function exportsOf(file: string): Promise<Record<string, unknown>> {
  return await import(pathToFileURL(resolve(file)).href)
}

/** What it imports of the charts' folders and is no chart. */
function modulesOf(file: string, { imports }: ChartSource): string[] {
  return [...imports.keys()]
    .filter((module) => module.startsWith('.') && !chartFile.test(module))
    .map((module) => posix.join(posix.dirname(file), module))
    .filter((module) => folders.some((folder) => module.startsWith(`${folder}/`)))
}

async function constantsOf(
  file: string,
  source: ChartSource,
  own: Record<string, unknown>,
): Promise<Map<string, number>> {
  const constants = new Map<string, number>()
  for (const exported of [own, ...(await Promise.all(modulesOf(file, source).map(exportsOf)))])
    for (const [name, value] of Object.entries(exported)) {
      if (!source.uses.has(name)) continue
      if (typeof value === 'number') constants.set(name, value)
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value))
          if (typeof each === 'number') constants.set(`${name}.${key}`, each)
    }
  return constants
}

function childrenHere({ implementations }: AnyStateMachine, source: ChartSource): Child[] {
  const charts = chartsNamedIn(source)
  return Object.keys(implementations.actors).flatMap((actor) => {
    const { text = '', maker = '', types = [] } = source.setup.actors.get(actor) ?? {}
    const [, later = ''] = /^typeof (\w+)$/.exec(types[0] ?? '') ?? []
    const exportName = maker === 'machineNotProvided' ? later : charts.find((name) => name === text)
    return exportName === undefined ? [] : [{ actor, module: null, exportName }]
  })
}

/** The flows of the root: those of the page stand beside it, the others each in a file of the composition. */
function flowsOfRoot(): Child[] {
  const files = ['src/machines/panel/page-flows.ts', ...globSync('src/composition/flows/*.ts').sort()]
  const entry = /^ +(\w+): (?:machineNotProvided<)?(?:typeof )?(\w+Machine)\b/gm
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(entry)].map(([, actor = '', exportName = '']) => ({
      actor,
      module: null,
      exportName,
    })),
  )
}

/** Charts of which there are many are started by a module beside their supervisor, which may get them handed in. */
function childrenThrough(file: string, source: ChartSource): Child[] {
  const beside = (from: string, of: ChartSource) =>
    modulesOf(from, of).filter((module) => basename(module) !== 'page-flows.ts' && isRun(from, of, module))
  const modules = new Set(beside(file, source))
  const found = new Map<string, Child>()
  for (const module of modules) {
    const between = readChartSource(readFileSync(module, 'utf8'))
    for (const next of beside(module, between)) modules.add(next)
    for (const exportName of chartsNamedIn(between))
      if (!found.has(exportName)) found.set(exportName, { actor: null, module, exportName })
  }
  return [...found.values()]
}

function chartsNamedIn({ imports }: ChartSource): string[] {
  return [...imports]
    .filter(([module]) => chartFile.test(module))
    .flatMap(([, names]) => names.map(({ name }) => name).filter((name) => /Machine$/.test(name)))
}

/** Not for its types alone. */
function isRun(file: string, { imports }: ChartSource, module: string): boolean {
  return [...imports].some(
    ([written, names]) => posix.join(posix.dirname(file), written) === module && names.some(({ isType }) => !isType),
  )
}

/** The requirements that a chart serves (`meta.requirements` of its root); throws where there are none, or they are no ids. */
export function requirementsOf({ root: { meta }, id }: AnyStateMachine): string[] {
  const ids: unknown = meta?.requirements
  if (!Array.isArray(ids) || ids.length === 0)
    throw new Error(`${id}: which requirements does it serve? (meta.requirements)`)
  return ids.map((each: unknown) => {
    if (typeof each === 'string' && requirementIds.has(each)) return each
    throw new Error(`${id}: "${String(each)}" is no requirement`)
  })
}
