import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { hubOf, planChart } from '../../../src/inspector/charts/chart-plan.ts'
import { laidOut } from './laid-out.ts'

type Config = Parameters<typeof createMachine>[0]

function planned(config: Config) {
  return planChart(describeChart(createMachine({ ...config, id: 'm' })))
}

function ends(config: Config): string[] {
  const { arrows, doors } = planned(config)
  const nameOf = (node: string) => doors.find(({ id }) => id === node)?.text ?? node
  return arrows.map(({ fromNode, toNode }) => `${nameOf(fromNode)} to ${nameOf(toNode)}`)
}

test('moves of one kind between the same states share an arrow', () => {
  const { arrows } = planned({
    initial: 'a',
    states: { a: { on: { x: 'b', y: 'b' }, always: 'b' }, b: {} },
  })
  expect(arrows.map(({ tone, moves }) => [tone, moves.map(({ id }) => id)])).toEqual([
    ['event', ['m.a|x|0', 'm.a|y|0']],
    ['always', ['m.a||0']],
  ])
})

test('an arrow from a state to its own child starts inside the border', () => {
  expect(ends({ initial: 'a', on: { x: '.b' }, states: { a: {}, b: {} } })).toEqual([`${hubOf('m')} to m.b`])
})

test('a move back to its own state is a loop', () => {
  expect(ends({ initial: 'a', states: { a: { on: { x: 'a' } } } })).toEqual(['m.a to m.a'])
})

test('a move out of a region of a parallel state leads to a door that names its target', () => {
  const parallel = {
    type: 'parallel',
    states: { left: { initial: 'a', states: { a: { on: { x: '#m.end' } } } } },
  } as const
  expect(ends({ initial: 'both', states: { both: parallel, end: {} } })).toEqual(['m.both.left.a to → end'])
})

test('a move of a parallel state into its regions goes through a door in each region', () => {
  const part = { initial: 'a', states: { a: {}, b: {} } }
  const parallel = {
    type: 'parallel',
    states: { left: part, right: part },
    on: { x: ['.left.b', '.right.b'] },
  } as const
  const reset = { ...parallel, on: { x: { target: ['.left.b', '.right.b'] } } }
  expect(ends({ initial: 'both', states: { both: reset } })).toEqual([
    'both → to m.both.left.b',
    'both → to m.both.right.b',
  ])
})

test('a move from one region of a parallel state to another starts at a door', () => {
  const left = { initial: 'a', states: { a: {} }, on: { x: '#m.right' } }
  const right = { initial: 'a', states: { a: {} } }
  expect(ends({ type: 'parallel', states: { left, right } })).toEqual([`${hubOf('m.left')} to → right`])
})

test('a move to an ancestor state leads to a door', () => {
  expect(ends({ initial: 'a', states: { a: { initial: 'b', states: { b: { on: { x: '#m.a' } } } } } })).toEqual([
    'm.a.b to → a',
  ])
})

test('a move without an arrow is written into the box of its state', () => {
  const { states, arrows } = planned({
    type: 'parallel',
    states: { left: { on: { x: '#m.right', z: 'left', w: { actions: 'sing' } } }, right: {} },
  })
  expect(arrows).toEqual([])
  const rows = states.find(({ state }) => state.key === 'left')?.box.rows ?? []
  expect(rows.map(({ lines }) => lines.join(' '))).toEqual(['x → right', 'z → left', 'w / sing'])
})

test('a chart of one state and a chart of final states only are drawn', async () => {
  const { drawn } = await laidOut(describeChart(createMachine({ id: 'm' })))
  expect(drawn.states).toHaveLength(1)
  const ended = await laidOut(describeChart(createMachine({ id: 'm', initial: 'a', states: { a: { type: 'final' } } })))
  expect(ended.drawn.states.map(({ kind }) => kind)).toEqual(['compound', 'final'])
})

test('an arrow that would be too long ends at a door that names its target, and its move stays the same', () => {
  const chart = describeChart(
    createMachine({ id: 'm', initial: 'a', states: { a: { on: { x: 'b', y: 'c' } }, b: { on: { z: 'a' } }, c: {} } }),
  )
  const [whole] = planChart(chart).arrows
  const plan = planChart(chart, new Set([whole?.id ?? '']))
  const short = plan.arrows.find(({ moves }) => moves.some(({ id }) => id === 'm.a|x|0'))
  expect(plan.doors).toMatchObject([{ id: short?.toNode, inside: 'm', stateId: 'm.b', text: '→ b' }])
  expect(short).toMatchObject({ from: 'm.a', to: 'm.b', fromNode: 'm.a' })
  expect(plan.arrows.filter(({ toNode }) => toNode === 'm.c' || toNode === 'm.a')).toHaveLength(2)
})
