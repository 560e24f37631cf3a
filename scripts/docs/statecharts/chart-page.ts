import { stateName } from '../../../src/inspector/charts/chart-parts.ts'
import type { Named } from '../../chart-words/chart-source.ts'
import { bullets, code, fence, heading, lines, table } from '../markdown.ts'
import {
  askedIn,
  type ChildSentence,
  constantsTable,
  delaysTable,
  eventsTable,
  guardsTable,
  statesTable,
} from './chart-tables.ts'
import { type Chart, requirementsOf } from './charts.ts'
import { diagramsOf, trivialRegions } from './diagram.ts'
import { type ReachingTests, reachingTests } from './reaching-tests.ts'

const toProject = '../..'

/** Other generated documents that say more of a chart. */
const further: Readonly<Record<string, readonly string[]>> = {
  breaker: ['docs/device-failure.md'],
  retry: ['docs/device-failure.md'],
  deviceDelete: ['docs/device-failure.md'],
  theme: ['docs/theme-keys.md'],
}

/** Everything that a chart's own definition, its source and its tests say about it. */
export function chartPage(chart: Chart, charts: readonly Chart[]): string {
  const { machine, file, sentence, constants } = chart
  return lines(
    heading(1, `Chart: ${machine.id}`),
    sentence,
    `Made by ${code('npm run docs')} from ${fileLink(file)}. [All charts](README.md)`,
    bullets([
      `Serves: ${requirementsOf(machine).join(', ')}`,
      `Started by: ${startersOf(chart, charts) || 'the page itself'}`,
      ...(further[machine.id] ?? []).map((document) => `More: ${fileLink(document)}`),
    ]),
    heading(2, 'Diagram'),
    ...diagramBlocks(chart),
    heading(2, 'States'),
    statesTable(machine, childSentences(chart, charts)),
    heading(2, 'Events'),
    eventsTable(chart),
    heading(2, 'Guards'),
    guardsTable(chart),
    heading(2, 'Delays'),
    delaysTable(chart),
    ...(constants.size === 0 ? [] : ['Constants that its rules are made of:', constantsTable(chart)]),
    heading(2, 'Services'),
    ...serviceBlocks(chart),
    ...childBlocks(chart, charts),
    heading(2, 'Tests'),
    testsBlock(reachingTests(chart)),
  )
}

/** A sentence for each picture that its title does not say. */
const reading =
  'Moves that only do something are not drawn. Where one begins or ends deeper inside a state than can be drawn, its label says ' +
  'where: `inner · event → goal`.'

function diagramBlocks({ machine }: Chart): string[] {
  const diagrams = diagramsOf(machine)
  const trivial = trivialRegions(machine)
  return [
    reading,
    ...diagrams.flatMap(({ node, text }) => [
      ...(diagrams.length > 1 ? [heading(3, node === machine.root ? 'The whole' : stateName(node))] : []),
      fence('mermaid', text),
    ]),
    ...(trivial.length === 0
      ? []
      : [`Regions of one state, not drawn: ${trivial.map((node) => code(node.key)).join(', ')}.`]),
  ]
}

/** What asks, answers or is told, but is no chart; then what is only done. */
function serviceBlocks({ machine, source, children }: Chart): string[] {
  const charts = new Set(children.map(({ actor }) => actor))
  const services = [...source.setup.actors].filter(([name]) => !charts.has(name))
  const effects = [...source.setup.actions].filter(([, { maker }]) => maker === 'effectNotProvided')
  return [
    services.length === 0
      ? 'None.'
      : table(
          ['Service', 'What it does', 'Takes', 'Gives', 'Asked in, and where that leads'],
          services.map(([name, named]) => [code(name), ...servicePromise(named), askedIn(machine, name)]),
        ),
    ...(effects.length === 0
      ? []
      : [
          'Effects that it needs:',
          table(
            ['Effect', 'What it does', 'Takes'],
            effects.map(([name, { comment, types }]) => [code(name), comment, typeText(types[0])]),
          ),
        ]),
  ]
}

function servicePromise({ comment, maker, types: [first, second] }: Named): string[] {
  const isListener = maker === 'callbackNotProvided'
  const kind = isListener ? 'Tells what happens, as long as it runs.' : ''
  return [
    [comment, kind].filter((each) => each !== '').join(' '),
    typeText(second),
    isListener ? 'events' : typeText(first),
  ]
}

function typeText(type: string | undefined): string {
  return type === undefined || type === 'void' || type === 'undefined' ? '' : code(type)
}

function childBlocks({ machine, children }: Chart, charts: readonly Chart[]): string[] {
  if (children.length === 0) return []
  const rows = children.map(({ actor, module, exportName }) => {
    const child = charts.find((each) => each.exportName === exportName)
    const place = actor === null ? `by ${fileLink(module ?? '')}` : askedIn(machine, actor) || 'by an action'
    return [
      child === undefined ? code(exportName) : pageLink(child),
      actor === null ? '' : code(actor),
      child?.sentence ?? '',
      place,
    ]
  })
  return [heading(2, 'Charts that it starts'), table(['Chart', 'Here called', 'What it is for', 'Started in'], rows)]
}

/** What the charts that a chart starts are for, by the name that it has for them. */
export function childSentences({ children }: Chart, charts: readonly Chart[]): ChildSentence {
  return (actor) => {
    const exportName = children.find((each) => each.actor === actor)?.exportName
    const child = charts.find((each) => each.exportName === exportName)
    return child === undefined ? null : `Runs ${pageLink(child)}: ${child.sentence}`
  }
}

function testsBlock({ complete, others }: ReachingTests): string {
  return bullets([
    ...complete.map(
      ({ file, model }) =>
        `${fileLink(file)}: reaches every state, every transition and both sides of every guard, and fails when it does not` +
        (model === null ? '.' : `; its paths come from the model ${fileLink(model)}.`),
    ),
    ...others.map(fileLink),
  ])
}

function startersOf(chart: Chart, charts: readonly Chart[]): string {
  return charts
    .flatMap((starter) => {
      const child = starter.children.find(({ exportName }) => exportName === chart.exportName)
      if (child === undefined) return []
      return [child.module === null ? pageLink(starter) : `${pageLink(starter)}, through ${fileLink(child.module)}`]
    })
    .join('; ')
}

export function pageLink({ machine, name }: Chart): string {
  return `[${machine.id}](${name}.md)`
}

function fileLink(file: string): string {
  return `[${file}](${toProject}/${file})`
}
