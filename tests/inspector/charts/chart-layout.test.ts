import made from 'virtual:chart-layouts'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadCharts } from '../../../scripts/charts/all-charts.ts'
import { type ChartDescription, describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { longestArrow } from '../../../src/inspector/charts/chart-layout.ts'
import { chartKey } from '../../../src/inspector/charts/chart-places.ts'
import { type ChartPlan, hubOf } from '../../../src/inspector/charts/chart-plan.ts'
import type { Box, DrawnChart } from '../../../src/inspector/charts/drawn-chart.ts'
import { distanceToBorder, isInside, laidOut, overlap } from './laid-out.ts'

const charts = (await loadCharts()).map(({ machine }) => describeChart(machine))

describe.each(charts.map((chart): [string, ChartDescription] => [chart.id, chart]))('the drawing of %s', (_, chart) => {
  let drawn: DrawnChart
  let plan: ChartPlan
  const boxes = new Map<string, Box>()
  const nameOf = new Map(chart.states.map(({ id, parentId }) => [id, parentId]))
  const isAround = (outer: string, inner: string | null | undefined): boolean =>
    inner === outer || (inner != null && isAround(outer, nameOf.get(inner)))

  beforeAll(async () => {
    ;({ drawn, plan } = await laidOut(chart, made[chartKey(chart)]))
    for (const box of [...drawn.states, ...drawn.doors]) boxes.set(box.id, box)
  })
  const box = (id: string): Box => {
    const found = boxes.get(id)
    if (found === undefined) throw new Error(`${id} has no place`)
    return found
  }

  test('has every state inside its parent, below the header of the parent', () => {
    expect(drawn.states.map(({ id }) => id)).toEqual(chart.states.map(({ id }) => id))
    const whole = { x: 0, y: 0, width: drawn.width, height: drawn.height }
    const outside = drawn.states.filter((state) => {
      const outer = drawn.states.find(({ id }) => id === state.parentId)
      if (outer === undefined) return !isInside(state, whole)
      const { header } = outer
      return !isInside(state, { ...outer, y: outer.y + header, height: outer.height - header })
    })
    expect(outside).toEqual([])
  })

  test('has no overlapping states with the same parent', () => {
    const beside = drawn.states.flatMap((one, index) =>
      drawn.states
        .slice(index + 1)
        .filter((other) => one.parentId === other.parentId && overlap(one, other))
        .map((other) => `${one.id} and ${other.id}`),
    )
    expect(beside).toEqual([])
  })

  test('has arrows that start and end at a border', () => {
    const loose = plan.arrows.flatMap(({ id, from, fromNode, toNode }) => {
      const points = drawn.arrows.find((arrow) => arrow.id === id)?.points ?? []
      const [begin] = points
      const end = points.at(-1)
      if (begin === undefined || end === undefined) return [id]
      const state = drawn.states.find((each) => each.id === from)
      const isFromInside = fromNode === hubOf(from)
      const atBegin = isFromInside
        ? Math.min(distanceToBorder(begin, box(from)), Math.abs(begin.y - box(from).y - (state?.header ?? 0)))
        : distanceToBorder(begin, box(fromNode))
      return atBegin < 1 && distanceToBorder(end, box(toNode)) < 1 ? [] : [id]
    })
    expect(loose).toEqual([])
  })

  test('has no label over a state that the label does not belong to', () => {
    const covered = drawn.arrows.flatMap(({ id, from, to, labels }) =>
      drawn.states
        .filter((state) => !isAround(state.id, from) && !isAround(state.id, to))
        .filter((state) => labels.some((label) => overlap(label, state)))
        .map((state) => `${id} upon ${state.id}`),
    )
    expect(covered).toEqual([])
  })

  test('has every move once: on an arrow to each of its targets, or in the box of its state', () => {
    const shown = [
      ...drawn.arrows.flatMap(({ from, to, labels }) => labels.map(({ moveId }) => `${moveId}: ${from} to ${to}`)),
      ...drawn.states.flatMap(({ id, rows }) =>
        rows.flatMap(({ moveId }) => (moveId === null ? [] : [`${moveId}: in ${id}`])),
      ),
    ]
    const wanted = chart.moves.flatMap(({ id, from, to }) =>
      to.length === 0 ? [`${id}: in ${from}`] : to.map((target) => `${id}: ${from} to ${target}`),
    )
    expect(shown.toSorted()).toEqual(wanted.toSorted())
  })
})

test('the build lays out every chart', () => {
  expect(Object.keys(made).sort()).toEqual(charts.map(chartKey).sort())
})

test('the longest arrows of the session chart are drawn short', async () => {
  const session = charts.find(({ id }) => id === 'session')
  if (session === undefined) throw new Error('no session')
  const { drawn } = await laidOut(session, made[chartKey(session)])
  const reach = drawn.arrows.map(({ points }) => {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)
  })
  expect(Math.max(...reach)).toBeLessThan(2 * longestArrow)
  expect(drawn.doors.map(({ text }) => text)).toContain('→ measuring')
})
