import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { activeStates, describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { activeLeaves, newestFirst, placeName } from '../../../src/ui/inspector/chart/active-leaves.ts'
import { roundedPath } from '../../../src/ui/inspector/chart/rounded-path.ts'
import {
  clampedZoom,
  firstView,
  fittingZoom,
  freeCorner,
  middleOf,
  seenTogether,
} from '../../../src/ui/inspector/chart/zoom-rules.ts'

test('the innermost active states are named by their path in the chart', () => {
  const part = { initial: 'on', states: { on: {}, off: {} } }
  const chart = describeChart(createMachine({ id: 'lamps', type: 'parallel', states: { left: part, right: part } }))
  const leaves = activeLeaves(chart, activeStates(chart, { left: 'on', right: 'off' }))
  expect(leaves.map((id) => placeName(chart, id))).toEqual(['left.on', 'right.off'])
  expect(placeName(chart, 'lamps')).toBe('lamps')
})

test('a drawing is shown with letters of 12 pixels, and whole if it fits at this size', () => {
  expect(firstView({ width: 400, height: 300 }, { width: 1300, height: 600 })).toEqual({ zoom: 1, isWhole: true })
  expect(firstView({ width: 1281, height: 600 }, { width: 1280, height: 600 })).toEqual({ zoom: 1, isWhole: false })
  expect(firstView({ width: 4600, height: 2000 }, { width: 1280, height: 600 })).toEqual({ zoom: 1, isWhole: false })
})

test('of boxes too far apart for one view, the first box is shown', () => {
  const [near, beside, far] = [0, 300, 2_000].map((x) => ({ x, y: 0, width: 100, height: 40 }))
  const frame = { width: 800, height: 600 }
  if (near === undefined || beside === undefined || far === undefined) throw new Error('three boxes')
  expect(seenTogether([near, beside], 1, frame)).toEqual([near, beside])
  expect(seenTogether([near, far], 1, frame)).toEqual([near])
  expect(seenTogether([near, far], 0.3, frame)).toEqual([near, far])
  expect(seenTogether([], 1, frame)).toEqual([])
})

test('the state that the last transition entered comes before the other active states', () => {
  const chart = describeChart(
    createMachine({
      id: 'check',
      type: 'parallel',
      states: {
        page: { initial: 'hidden', states: { hidden: { on: { shown: 'visible' } }, visible: {} } },
        work: { initial: 'due', states: { due: { always: 'checking' }, checking: {} } },
      },
    }),
  )
  const leaves = ['check.page.visible', 'check.work.checking']
  const moved = new Set(['check.page.hidden|shown|0', 'check.work.due||0'])
  expect(newestFirst(chart, leaves, moved)).toEqual(['check.work.checking', 'check.page.visible'])
  expect(newestFirst(chart, leaves, new Set())).toEqual(leaves)
})

test('the minimap is in another corner if it would cover an active state', () => {
  const seen = { x: 100, y: 100, width: 400, height: 300 }
  const size = { width: 120, height: 80 }
  const wanted = { block: 'end', inline: 'end' } as const
  const low = { x: 400, y: 350, width: 90, height: 40 }
  const lowStart = { ...low, x: 110 }
  expect(freeCorner(seen, size, [{ ...low, y: 200 }], wanted)).toEqual(wanted)
  expect(freeCorner(seen, size, [low], wanted)).toEqual({ block: 'end', inline: 'start' })
  expect(freeCorner(seen, size, [low, lowStart], wanted)).toEqual({ block: 'start', inline: 'end' })
  expect(freeCorner(seen, size, [seen], wanted)).toEqual(wanted)
})

test('the zoom to fit shows the whole drawing', () => {
  expect(fittingZoom({ width: 2000, height: 3000 }, { width: 1000, height: 600 })).toBe(0.2)
})

test('the zoom has a minimum and a maximum', () => {
  expect(clampedZoom(100)).toBe(3)
  expect(clampedZoom(0)).toBe(0.1)
})

test('the middle of several boxes is halfway between their outermost sides', () => {
  const box = { x: 10, y: 20, width: 10, height: 10 }
  expect(middleOf([box, { ...box, x: 100, y: 60 }])).toEqual({ x: 60, y: 45 })
  expect(middleOf([])).toEqual({ x: 0, y: 0 })
})

test('an arrow has rounded corners and keeps its ends', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 50 },
  ]
  expect(roundedPath(corner)).toBe('M0 0L94 0Q100 0 100 6L100 50')
  expect(roundedPath([])).toBe('')
})
