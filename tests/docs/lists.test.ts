import { globSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Route } from '../../contract/wire/route.ts'
import { routes } from '../../contract/wire/routes.ts'

const architecture = readFileSync('docs/architecture.md', 'utf8')
const section = architecture.slice(architecture.indexOf('## Lists'), architecture.indexOf('## Rules for all flows'))
const rows = [...section.matchAll(/^\| (`.+`) \| `(\w+)` \| (.+) \|$/gm)].map(
  ([, calls = '', flow = '', renewal = '']) => ({
    calls: [...calls.matchAll(/`(\w+)`/g)].map(([, call = '']) => call),
    flow,
    renewal,
  }),
)
const sources = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))

/** Returns whether the schema of an answer is a list, or an object with a list of objects. */
function isList(schema: unknown): boolean {
  if (
    v.is(
      v.object({
        type: v.literal('array'),
        item: v.object({ type: v.picklist(['object', 'loose_object', 'variant']) }),
      }),
      schema,
    )
  )
    return true
  const wrapped = v.safeParse(
    v.union([v.object({ wrapped: v.unknown() }), v.object({ pipe: v.tuple([v.unknown()]) })]),
    schema,
  )
  if (!wrapped.success) return false
  return isList('wrapped' in wrapped.output ? wrapped.output.wrapped : wrapped.output.pipe[0])
}

function hasList({ method, answer }: Route): boolean {
  if (method !== 'GET') return false
  if (isList(answer)) return true
  const object = v.safeParse(v.object({ entries: v.record(v.string(), v.unknown()) }), answer)
  return object.success && Object.values(object.output.entries).some(isList)
}

const lists = Object.values(routes)
  .flatMap(Object.entries<Route>)
  .filter(([, route]) => hasList(route))
  .map(([name]) => name)
  .filter((name) => sources.some((source) => new RegExp(`\\w+Routes\\.${name}\\b`).test(source)))

test('each call of the panel that returns a list has a row that names its renewal (CON-1)', () => {
  expect(lists.length).toBeGreaterThan(15)
  const described = rows.flatMap(({ calls }) => calls)
  expect(lists.filter((name) => !described.includes(name))).toEqual([])
  expect(described.filter((name) => !lists.includes(name))).toEqual([])
})

test('each row of the table of lists names a flow that exists', () => {
  const flows = [
    ...globSync('src/composition/{flows,charts}/**/*.ts'),
    ...globSync('src/composition/open-pages/*.ts'),
  ].map((file) => readFileSync(file, 'utf8'))
  for (const { flow } of rows)
    expect(
      flows.some((source) =>
        new RegExp(`\\b${flow}: (Flow<|typeof)|export function ${flow}\\b|${flow}Machine`).test(source),
      ),
      flow,
    ).toBe(true)
})

test('the flow of each list that is loaded again after a lost connection receives the reconnection', () => {
  const plans = globSync('src/composition/flows/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((source) => [...source.matchAll(/export const (\w+): Flow<.*?\n}/gs)])
    .map(([plan, name]) => ({ name, plan }))
  const renewed = rows.filter(({ renewal }) => renewal.includes('lost connection'))
  expect(renewed.length).toBeGreaterThan(5)
  const deaf = renewed.filter(
    ({ flow }) => !plans.some(({ name, plan }) => name === flow && plan.includes("'socket.restored'")),
  )
  expect(deaf).toEqual([])
})
