import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMachine } from 'xstate'
import { describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { layOutChart } from '../../../src/inspector/charts/chart-layout.ts'
import { createChartLayouts, type LayoutEngine, layoutLimitMs } from '../../../src/inspector/charts/chart-layouts.ts'
import { type AllChartPlaces, type ChartPlaces, chartKey } from '../../../src/inspector/charts/chart-places.ts'
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

function engines(layOut: LayoutEngine['layOut'], made: AllChartPlaces = {}) {
  const started: { breakDown: (why: Error) => void; end: ReturnType<typeof vi.fn<() => void>> }[] = []
  const startEngine = async (breakDown: (why: Error) => void): Promise<LayoutEngine> => {
    const end = vi.fn<() => void>()
    started.push({ breakDown, end })
    return { layOut, end }
  }
  return { started, layouts: createChartLayouts({ readMade: async () => made, startEngine }) }
}

const never = () => new Promise<never>(() => {})
/** Runs pending promises without advancing the time. */
const settled = () => vi.advanceTimersByTimeAsync(0)

test('no engine starts before the first chart, and each chart is laid out once', async () => {
  vi.useRealTimers()
  const asked = vi.fn((each: typeof chart) => layOutChart(each, layout))
  const { started, layouts } = engines(asked)
  expect(started).toEqual([])
  const drawn = await layouts.layout(chart)
  expect(drawn.states.map(({ key }) => key)).toEqual(['door', 'shut', 'wide'])
  expect(await layouts.layout(structuredClone(chart))).toBe(drawn)
  expect(asked).toHaveBeenCalledTimes(1)
  const changed = { ...chart, moves: [] }
  expect(await layouts.layout(changed)).not.toBe(drawn)
  expect(started).toHaveLength(1)
})

test('a chart that the build laid out needs no engine, and its layout is not used for another chart of the same name', async () => {
  vi.useRealTimers()
  const places = await layOutChart(chart, layout)
  const asked = vi.fn((each: typeof chart) => layOutChart(each, layout))
  const { started, layouts } = engines(asked, { [chartKey(chart)]: places })
  const drawn = await layouts.layout(structuredClone(chart))
  expect(drawn.arrows[0]?.points.length).toBeGreaterThan(1)
  expect(started).toEqual([])
  for (const changed of [
    { ...chart, moves: [] },
    { ...chart, moves: chart.moves.map((move) => ({ ...move, guard: 'isUnlocked' })) },
    { ...chart, states: chart.states.map((state) => ({ ...state, tags: ['busy'] })) },
  ])
    await layouts.layout(changed)
  expect(asked).toHaveBeenCalledTimes(3)
})

test('layouts that fail to load are reported, and loaded again at the next request', async () => {
  vi.useRealTimers()
  const read = vi.fn<() => Promise<AllChartPlaces>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({})
  const startEngine = async () => ({ layOut: (each: typeof chart) => layOutChart(each, layout), end: () => {} })
  const layouts = createChartLayouts({ readMade: read, startEngine })
  await expect(layouts.layout(chart)).rejects.toThrow('O quadro de door não pôde ser desenhado (offline).')
  expect((await layouts.layout(chart)).states).toHaveLength(3)
})

test('the layout of another chart is refused', async () => {
  const empty: ChartPlaces = { short: [], width: 0, height: 0, states: [], arrows: [], doors: [] }
  const { layouts } = engines(never, { [chartKey(chart)]: empty })
  await expect(layouts.layout(chart)).rejects.toThrow('no place for door')
})

test('a failed layout explains what to do and is tried again', async () => {
  const asked = vi.fn(() => Promise.reject(new Error('no layout')))
  const { layouts } = engines(asked)
  await expect(layouts.layout(chart)).rejects.toThrow(
    'O quadro de door não pôde ser desenhado (no layout). Tente de novo; se persistir, recarregue a página.',
  )
  const calls = asked.mock.calls.length
  await expect(layouts.layout(chart)).rejects.toThrow('Tente de novo')
  expect(asked.mock.calls.length).toBeGreaterThan(calls)
})

test('a layout that hangs ends with its engine after 20 s, and the next layout gets another engine', async () => {
  const { started, layouts } = engines(never)
  const hanging = layouts.layout(chart)
  const refused = expect(hanging).rejects.toThrow('levou mais de 20 s')
  await vi.advanceTimersByTimeAsync(layoutLimitMs - 1)
  expect(started[0]?.end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await refused
  await settled()
  expect(started[0]?.end).toHaveBeenCalledOnce()
  layouts.layout(chart).catch(() => {})
  await settled()
  expect(started).toHaveLength(2)
})

test('an engine that fails rejects the layouts that wait for it', async () => {
  const { started, layouts } = engines(never)
  const waiting = layouts.layout(chart)
  await settled()
  started[0]?.breakDown(new Error('o programa que desenha não carregou'))
  await expect(waiting).rejects.toThrow('o programa que desenha não carregou')
})

test('closing ends the engine and rejects the layouts that wait for it', async () => {
  const { started, layouts } = engines(never)
  layouts.close()
  const waiting = layouts.layout(chart)
  await settled()
  layouts.close()
  await expect(waiting).rejects.toThrow('o inspetor foi fechado')
  expect(started[0]?.end).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
