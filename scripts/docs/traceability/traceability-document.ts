import { bullets, heading, lines, table } from '../markdown.ts'
import { areas, notYet, untested } from './requirements.ts'
import { findTraces, type Trace } from './traces.ts'

const linksEach = 4

/** Every requirement with where it is built and which tests show it. */
export async function traceabilityDocument(): Promise<string> {
  const traces = await findTraces()
  return lines(
    heading(1, 'Traceability'),
    'What the panel has to do, where it does it, and which tests show it. Made by `npm run docs` from the tags that sources, charts and ' +
      'tests carry; a test fails when a line has no test and no reason, when a tag means nothing, and when this page is stale.',
    bullets([
      'Built in: the charts first, then what else names the line.',
      'Shown by: the tests that name it, themselves or by their model; then, in italics, those that reach all of a chart that serves it.',
      `${traces.size} lines; not built yet: ${listed(notYet)}; without a test: ${listed(untested)}.`,
    ]),
    ...areas.flatMap(({ title, requirements }) => [
      heading(2, title),
      table(
        ['Line', 'What', 'Built in', 'Shown by'],
        Object.entries(requirements).map(([id, sentence]) => [id, sentence, ...cellsOf(id, traces.get(id))]),
      ),
    ]),
  )
}

function cellsOf(id: string, trace: Trace | undefined): [string, string] {
  if (trace === undefined) throw new Error(`${id} has no trace`)
  const { builtIn, shownBy, reachedBy } = trace
  const later = notYet[id]
  if (later !== undefined) return [`**Not built yet**: ${later}`, '']
  const gap = untested[id]
  const tests = listedLinks([...shownBy.map(testLink), ...reachedBy.map((file) => `*${testLink(file)}*`)])
  return [
    listedLinks(builtIn.map(sourceLink)),
    gap === undefined ? tests : [`**No test**: ${gap}`, tests].filter(Boolean).join('<br>'),
  ]
}

function listedLinks(links: readonly string[]): string {
  const more = links.length - linksEach
  return [...links.slice(0, linksEach), ...(more > 0 ? [`and ${more} more`] : [])].join('<br>')
}

function sourceLink(file: string): string {
  return `[${file.replace(/^src\//, '')}](../${file})`
}

function testLink(file: string): string {
  return `[${file.replace(/^tests\//, '')}](../${file})`
}

function listed(reasons: Readonly<Record<string, string>>): string {
  return Object.keys(reasons).join(', ') || 'none'
}
