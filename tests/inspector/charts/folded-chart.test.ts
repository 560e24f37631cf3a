import { describe, expect, test } from 'vitest'
import { panelMachine } from '../../../src/composition/panel-machine.ts'
import { activeStates, describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { foldedChart, overviewOf } from '../../../src/inspector/charts/folded-chart.ts'
import { breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import { pushMachine } from '../../../src/machines/push/push.machine.ts'
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { drawnLeaves } from '../../../src/ui/inspector/chart/active-leaves.ts'
import { isInside, laidOut, overlap } from './laid-out.ts'
import { gateMachine } from './small-chart.ts'

const gate = describeChart(gateMachine)
const panel = describeChart(panelMachine)

describe('a folded chart (INS-8)', () => {
  test('has a folded state with the number of its hidden states, and arrows to and from it instead of its inside', () => {
    const folded = foldedChart(gate, ['gate.motor.moving'])
    const ids = gate.states.map(({ id }) => id).filter((id) => !/moving\./.test(id))
    expect(folded.states.map(({ id }) => id)).toEqual(ids)
    expect(folded.states.find(({ id }) => id === 'gate.motor.moving')).toMatchObject({
      key: 'moving [+2]',
      kind: 'atomic',
      children: [],
      invokes: [],
    })
    const around = folded.moves.filter(({ from, to }) => [from, ...to].includes('gate.motor.moving'))
    expect(around.map(({ from, to, id }) => [from, to, id])).toEqual([
      ['gate.motor.still', ['gate.motor.moving'], 'gate.motor.still|gate.open|0'],
      ['gate.motor.still', ['gate.motor.moving'], 'gate.motor.still|gate.open|1'],
      ['gate.motor.moving', ['gate.motor.broken'], expect.stringContaining('xstate.error.actor')],
      ['gate.motor.moving', ['gate.motor.still'], expect.stringContaining('xstate.after.500')],
    ])
  })

  test('hides a folded state inside another folded state, and counts both insides', () => {
    const folded = foldedChart(gate, ['gate.motor', 'gate.motor.moving'])
    expect(folded.states.find(({ id }) => id === 'gate.motor')?.key).toBe('motor [+5]')
    expect(folded.states.map(({ id }) => id)).not.toContain('gate.motor.moving')
    expect(folded.moves.filter(({ from, to }) => from === 'gate.motor' && to.includes('gate.motor'))).toEqual([])
  })

  test('is the same chart if nothing in it is folded: the root and states without an inside stay open', () => {
    expect(foldedChart(gate, [])).toBe(gate)
    expect(foldedChart(gate, ['gate', 'gate.motor.still', 'breaker.HALF_OPEN'])).toBe(gate)
  })

  test('shows an active state inside a folded state at the folded state', async () => {
    const { drawn } = await laidOut(foldedChart(gate, ['gate.motor']))
    const active = activeStates(gate, { motor: { moving: 'fast' }, light: 'off' })
    expect(drawnLeaves(drawn, active)).toEqual(['gate.motor', 'gate.light.off'])
  })

  test('can be drawn if a long arrow begins at a folded region, as in the chart of the panel', async () => {
    const { drawn } = await laidOut(foldedChart(panel, overviewOf(panel)))
    const { arrows } = drawn
    expect(arrows.some(({ from, to }) => from === 'panel.running.theme' && to === 'panel.crashed')).toBe(true)
  })

  test.each(
    [breakerMachine, socketMachine, pushMachine].map((machine) => [machine.id, describeChart(machine)] as const),
  )('can be drawn for %s without overlaps, smaller than the open chart', async (_, chart) => {
    const compound = chart.states.filter(({ children, parentId }) => children.length > 0 && parentId !== null)
    const folded = foldedChart(
      chart,
      compound.map(({ id }) => id),
    )
    const { drawn } = await laidOut(folded)
    const open = (await laidOut(chart)).drawn
    expect(drawn.width * drawn.height).toBeLessThan(open.width * open.height)
    const pairs = drawn.states.flatMap((one, index) =>
      drawn.states.slice(index + 1).map((other) => [one, other] as const),
    )
    const wrong = pairs.filter(([one, other]) => overlap(one, other) && !isInside(one, other) && !isInside(other, one))
    expect(wrong).toEqual([])
  })
})

test('an overview folds the regions of a chart or, without regions, its states with states (INS-8)', () => {
  expect(overviewOf(gate)).toEqual(['gate.motor', 'gate.light', 'gate.light.on.lamp', 'gate.light.on.count-down'])
  expect(overviewOf(describeChart(breakerMachine))).toEqual(['breaker.HALF_OPEN'])
})
