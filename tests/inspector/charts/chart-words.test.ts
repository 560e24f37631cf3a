import { resolve } from 'node:path'
import words from 'virtual:chart-words'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { loadCharts } from '../../../scripts/charts/all-charts.ts'
import { charts as chartsPlugin } from '../../../scripts/charts/charts.ts'
import { nodesOf } from '../../../src/inspector/charts/chart-parts.ts'
import type { Field, Shape } from '../../../src/inspector/payload/payload-shape.ts'

const charts = await loadCharts()
const byId = charts.map((chart) => [chart.machine.id, chart] as const)

test('every machine has chart words', () => {
  expect(Object.keys(words).sort()).toEqual(byId.map(([id]) => id).sort())
})

test.each(byId)('%s has its sentence, its requirements and its descriptions in the chart words', (id, { machine }) => {
  expect(words[id]?.sentence).toMatch(/\.$/)
  expect(words[id]?.requirements).toEqual(machine.root.meta?.requirements)
  const described = nodesOf(machine.root).filter(({ description }) => description !== undefined)
  expect(words[id]?.states).toEqual(Object.fromEntries(described.map((node) => [node.id, node.description])))
})

test.each(byId)('%s has chart words for every event that its states accept', (id, { machine }) => {
  const accepted = machine.events.map(String).filter((type) => !type.startsWith('xstate.') && !type.includes('*'))
  expect(Object.keys(words[id]?.events ?? {})).toEqual(expect.arrayContaining(accepted))
})

test('chart words of states, moves and events are found by their ids', () => {
  expect(words.breaker?.states['breaker.HALF_OPEN.trying']).toBe(
    'The trial is under way; others are refused until it is overdue.',
  )
  expect(words.breaker?.moves['breaker.OPEN|call.failed|0']).toMatch('It began before the circuit opened')
  expect(words.breaker?.events['call.failed']).toEqual({
    comment: '`error` is a code without names or tokens, for the audit.',
    fields: [
      { name: 'error', optional: false, shape: { kind: 'string' } },
      { name: 'circuitEpoch', optional: false, shape: { kind: 'number' } },
      { name: 'at', optional: false, shape: { kind: 'number' } },
      { name: 'durationMs', optional: false, shape: { kind: 'number' } },
      { name: 'key', optional: true, shape: { kind: 'string' } },
    ],
  })
})

test('the only unknown fields are values without a JSON form, open fields and results of schema functions', () => {
  const unknown = Object.entries(words).flatMap(([id, { events }]) =>
    Object.entries(events).flatMap(([type, { fields }]) => unknownIn(fields, `${id} ${type}`)),
  )
  expect(unknown.sort()).toEqual([
    'contacts sheet.choose.file',
    'deviceBulk operation.ended.error',
    'deviceCommands operation.ended.error',
    'deviceCommands operation.noted.error',
    'deviceForm operation.ended.error',
    'deviceImport import.choose.file',
    'deviceList list.break.error',
    'deviceOperation operation.fails.error',
    'devices deviceTools.arrived.charts.bulk',
    'devices deviceTools.arrived.charts.openings',
    'devices deviceTools.arrived.charts.timeline',
    'devices operation.ended.error',
    'inspector file.choose.file',
    'notifications notifications.arrived.notifications.data',
    'notifications push.received.message.data',
    'panel notifications.arrived.notifications.data',
    'panel push.received.message.data',
    'procedures sheet.choose.file',
    'push push.message.message.data',
    'retry attempt.failed.error',
    'retry attempt.succeeded.value',
    'retry retry.cancel.reason',
    'socket link.notifications.notifications.data',
    'verification verification.asked.request.dossier',
    'verification verification.asked.request.heads',
  ])
})

test('in development, a change of a machine or of a file with its event types updates the chart words', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [chartsPlugin()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  onTestFinished(() => server.close())
  const { client } = server.environments
  await client.moduleGraph.ensureEntryFromUrl('virtual:chart-words')
  const isStaleAfter = async (change: string) => {
    await client.transformRequest('virtual:chart-words')
    client.moduleGraph.onFileChange(resolve(change))
    return client.moduleGraph.getModuleById('\0virtual:chart-words')?.transformResult === null
  }
  expect(await isStaleAfter('src/main.tsx')).toBe(false)
  expect(await isStaleAfter('src/machines/breaker/breaker.machine.ts')).toBe(true)
  expect(await isStaleAfter('contract/wire/answers/devices/devices.ts')).toBe(true)
})

function unknownIn(fields: readonly Field[], path: string): string[] {
  return fields.flatMap(({ name, shape }) => unknownShapes(shape, `${path}.${name}`))
}

function unknownShapes(shape: Shape, path: string): string[] {
  if (shape.kind === 'unknown') return [path]
  if (shape.kind === 'object') return unknownIn(shape.fields, path)
  if (shape.kind === 'union') return shape.of.flatMap((each) => unknownShapes(each, path))
  return shape.kind === 'array' || shape.kind === 'record' ? unknownShapes(shape.of, path) : []
}
