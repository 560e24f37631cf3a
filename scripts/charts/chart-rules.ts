import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import * as breaker from '../../contract/devices/breaker-rules.ts'
import * as retry from '../../contract/devices/retry-policies.ts'
import * as due from '../../contract/incidents/incident-due.ts'
import * as incident from '../../contract/incidents/incident-rules.ts'
import { ruleCharts } from '../../contract/rules/rules.ts'
import { describeChart } from '../../src/inspector/charts/chart-description.ts'
import { englishGuards, triggerText } from '../../src/inspector/charts/chart-parts.ts'
import { type Chart, chartFiles, loadChart } from './all-charts.ts'

export const ruleKinds = ['state', 'move', 'delay', 'guard', 'action', 'constant'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** One rule as text. `chart` is the id of a machine, or the name of an exported constant. */
export interface ChartRule {
  kind: RuleKind
  chart: string
  name: string
  value: string
}

/** Files whose exports are constants of the charts. */
const constantFiles = ['{contract,src/machines}/**/*-{rules,due,policies}.ts', 'backend/health/check-times.ts']

/** Charts and constants that decide how a failing device is treated, as in `contract/rules/rules.ts`. */
export const failureRules: readonly string[] = [
  ...Object.keys(ruleCharts),
  ...[breaker, retry, incident, due].flatMap((module) => Object.keys(module)),
]

export const diffLanguages = ['pt', 'en'] as const
export type DiffLanguage = (typeof diffLanguages)[number]

/** Reads the rules of all charts and constants. Call it in the folder of a project. `skip` gets the charts that cannot be loaded. */
export async function readChartRules(language: DiffLanguage, skip: (file: string) => void): Promise<ChartRule[]> {
  const rules = await rulesOfConstants()
  for (const file of chartFiles()) {
    const chart = await loadChart(file).catch(() => skip(file))
    if (chart) rules.push(...rulesOfChart(chart, language))
  }
  return rules.toSorted((left, right) => keyOf(left).localeCompare(keyOf(right), 'en'))
}

export function keyOf({ kind, chart, name }: ChartRule): string {
  return `${ruleKinds.indexOf(kind)} ${chart} ${name}`
}

function rulesOfChart({ machine }: Chart, language: DiffLanguage): ChartRule[] {
  const chart = machine.id
  const { states, moves } = describeChart(machine, language === 'en' ? englishGuards : undefined)
  const nameOf = (id: string) => (id === chart ? chart : id.slice(chart.length + 1))
  const stateRules = states.map(({ id, kind, isInitial, invokes, tags }): ChartRule => {
    const { entry = [], exit = [] } = machine.getStateNodeById(id)
    const parts = [
      kind,
      isInitial ? 'initial' : '',
      ...invokes.map((service) => `runs ${service}`),
      ...tags.map((tag) => `tag ${tag}`),
      ...entry.map((action) => `entry ${sourceOf(action)}`),
      ...exit.map((action) => `exit ${sourceOf(action)}`),
    ]
    return { kind: 'state', chart, name: nameOf(id), value: parts.filter(Boolean).join(', ') }
  })
  const moveRules = [...Map.groupBy(moves, ({ from, trigger }) => `${nameOf(from)}: ${triggerText(trigger)}`)].map(
    ([name, candidates]): ChartRule => ({
      kind: 'move',
      chart,
      name,
      value: candidates
        .map(({ guard, to, actions }) => {
          const condition = guard === null ? '' : `[${guard}] `
          return `${condition}→ ${to.map(nameOf).join(' + ') || '–'}${actions.map((each) => ` / ${each}`).join('')}`
        })
        .join('; '),
    }),
  )
  const sources = (kind: 'delay' | 'guard' | 'action', named: Readonly<Record<string, unknown>>) =>
    Object.entries(named).map(([name, value]): ChartRule => ({ kind, chart, name, value: sourceOf(value) }))
  const { delays, guards, actions } = machine.implementations
  return [
    ...stateRules,
    ...moveRules,
    ...sources('delay', delays),
    ...sources('guard', guards),
    ...sources('action', actions),
  ]
}

async function rulesOfConstants(): Promise<ChartRule[]> {
  const exported = new Map<string, unknown>()
  for (const file of globSync(constantFiles).sort()) {
    const module: object = await import(pathToFileURL(resolve(file)).href)
    for (const [name, value] of Object.entries(module)) exported.set(name, value)
  }
  return [...exported].flatMap(([chart, value]) => constantsIn(chart, '', value))
}

function constantsIn(chart: string, name: string, value: unknown): ChartRule[] {
  if (isRecord(value) && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      constantsIn(chart, name === '' ? key : `${name}.${key}`, inner),
    )
  return [{ kind: 'constant', chart, name, value: sourceOf(value) }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** What distinguishes two functions that XState has made, such as `sendTo(…)`, `raise(…)` and `stateIn(…)`: their source is the same. */
const builtIn = ['to', 'event', 'delay', 'collect', 'actorRef', 'sendId', 'value', 'guards', 'stateValue'] as const

/** Returns the text of a value; for a function, its source without comments and line breaks. */
function sourceOf(value: unknown): string {
  if (typeof value === 'function' && 'assignment' in value) return sourceOf(value.assignment)
  if (typeof value === 'function' && builtIn.some((part) => Object.hasOwn(value, part)))
    return `${value.name} ${sourceOf(Object.fromEntries(builtIn.map((part) => [part, Reflect.get(value, part)])))}`
  if (typeof value !== 'function')
    return JSON.stringify(value, (_, inner) => (typeof inner === 'function' ? sourceOf(inner) : inner)) ?? String(value)
  const text = `(${Function.prototype.toString.call(value).replace(/^(?:async )?(?!function|class|async|\()(\w+)\(/, 'function $1(')})`
  const source = ts.createSourceFile('rule.js', text, ts.ScriptTarget.Latest)
  return ts.createPrinter({ removeComments: true }).printFile(source).replaceAll(/\s+/g, ' ').trim()
}
