import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMachine } from 'xstate'
import { describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { createChartLayouts, type LayoutEngine, layoutLimitMs } from '../../../src/inspector/charts/chart-layouts.ts'
import { layout } from './laid-out.ts'

const chart = describeChart(
  createMachine({ id: 'door', initial: 'shut', states: { shut: { on: { open: 'wide' } }, wide: {} } }),
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function engines(compute: LayoutEngine['layout']) {
  const started: { breakDown: (why: Error) => void; end: ReturnType<typeof vi.fn<() => void>> }[] = []
  const start = (breakDown: (why: Error) => void): LayoutEngine => {
    const end = vi.fn<() => void>()
    started.push({ breakDown, end })
    return { layout: compute, end }
  }
  return { started, start }
}

const never = () => new Promise<never>(() => {})

test('nothing is started before the first chart, and a chart is laid out once', async () => {
  vi.useRealTimers()
  const asked = vi.fn(layout)
  const { started, start } = engines(asked)
  const layouts = createChartLayouts(start)
  expect(started).toEqual([])
  const drawn = await layouts.layout(chart)
  expect(drawn.states.map(({ key }) => key)).toEqual(['door', 'shut', 'wide'])
  const calls = asked.mock.calls.length
  expect(await layouts.layout(structuredClone(chart))).toBe(drawn)
  expect(asked).toHaveBeenCalledTimes(calls)
  const changed = { ...chart, moves: [] }
  expect(await layouts.layout(changed)).not.toBe(drawn)
  expect(started).toHaveLength(1)
})

test('a failed layout says what to do and is tried again', async () => {
  const asked = vi.fn(() => Promise.reject(new Error('no layout')))
  const layouts = createChartLayouts(engines(asked).start)
  await expect(layouts.layout(chart)).rejects.toThrow(
    'O quadro de door não pôde ser desenhado (no layout). Tente de novo; se persistir, recarregue a página.',
  )
  const calls = asked.mock.calls.length
  await expect(layouts.layout(chart)).rejects.toThrow('Tente de novo')
  expect(asked.mock.calls.length).toBeGreaterThan(calls)
})

test('a hanging layout ends with its engine after 20 s, and the next one gets another', async () => {
  const { started, start } = engines(never)
  const layouts = createChartLayouts(start)
  const hanging = layouts.layout(chart)
  const refused = expect(hanging).rejects.toThrow('levou mais de 20 s')
  await vi.advanceTimersByTimeAsync(layoutLimitMs - 1)
  expect(started[0]?.end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(started[0]?.end).toHaveBeenCalledOnce()
  layouts.layout(chart).catch(() => {})
  expect(started).toHaveLength(2)
})

test('an engine that breaks down rejects what waits for it', async () => {
  const { started, start } = engines(never)
  const layouts = createChartLayouts(start)
  const waiting = layouts.layout(chart)
  started[0]?.breakDown(new Error('o programa que desenha não carregou'))
  await expect(waiting).rejects.toThrow('o programa que desenha não carregou')
})

test('closing ends the engine and what waits for it', async () => {
  const { started, start } = engines(never)
  const layouts = createChartLayouts(start)
  layouts.close()
  const waiting = layouts.layout(chart)
  layouts.close()
  await expect(waiting).rejects.toThrow('o inspetor foi fechado')
  expect(started[0]?.end).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
