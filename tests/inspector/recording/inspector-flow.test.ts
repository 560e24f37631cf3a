// Importing the chart words reads all sources, which takes longer than the default timeout of a test.
import 'virtual:chart-words'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor, setup, spawnChild, stopChild } from 'xstate'
import { createInspector } from '../../../src/composition/inspector/inspector.ts'
import { panelRecording } from '../../../src/composition/inspector/panel-recording.ts'
import type { Neighbours } from '../../../src/composition/neighbours.ts'
import { demoProductsMachine } from '../../../src/machines/demo-products/demo-products.machine.ts'
import type { Panel } from '../../../src/machines/panel/panel.machine.ts'
import { inspectors } from '../../../src/ui/inspector/inspectors.ts'
import { eventually } from '../../eventually.ts'

const downloads: { name: string; text: string }[] = vi.hoisted(() => [])
const files: { name: string; file: Blob }[] = vi.hoisted(() => [])

vi.mock('../../../src/services/files/text-file.ts', () => ({
  downloadTextFile: (name: string, _: string, text: string) => downloads.push({ name, text }),
}))

vi.mock('../../../src/services/files/file-download.ts', () => ({
  downloadFile: (name: string, file: Blob) => files.push({ name, file }),
}))

beforeEach(() => {
  downloads.length = 0
  files.length = 0
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') })
  return () => vi.useRealTimers()
})

const doorMachine = setup({ types: {} as { events: { type: 'door.open' } } }).createMachine({
  id: 'door',
  initial: 'closed',
  states: { closed: { on: { 'door.open': 'open' } }, open: {} },
})

const gateMachine = setup({
  types: {} as { events: { type: 'gate.ring'; by?: string } | { type: 'door.comes' | 'door.goes' | 'shop.comes' } },
  actors: { door: doorMachine, shop: demoProductsMachine },
}).createMachine({
  id: 'gate',
  on: {
    'gate.ring': {},
    'door.comes': { actions: spawnChild('door', { id: 'door' }) },
    'shop.comes': { actions: spawnChild('shop', { id: 'shop' }) },
    'door.goes': { actions: stopChild('door') },
  },
})

/** A tab of the browser with a session storage. */
function tab(): Window {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }
  return Object.assign(new EventTarget(), { sessionStorage }) as unknown as Window
}

function opened(kept = new Map<string, string>(), page = tab()) {
  const warnings: string[] = []
  const neighbours = {
    now: () => Date.now(),
    log: { info: () => {}, warn: (message: string) => warnings.push(message) },
    localData: {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => kept.set(key, value),
    },
  } as unknown as Neighbours
  const panel = createActor(gateMachine)
  const asPanel = panel as unknown as Panel
  panelRecording(asPanel, Date.now, page)
  const { end } = createInspector(asPanel, neighbours)
  panel.start()
  const isOffered = () => inspectors.has(asPanel)
  const inspector = inspectors.get(asPanel)?.()
  if (inspector === undefined) throw new Error('no inspector to be opened')
  onTestFinished(end)
  inspector.send({ type: 'inspector.opened' })
  const context = () => inspector.getSnapshot().context
  /** Waits until the inspector has finished reading or writing a file. */
  const settled = () =>
    eventually(() => {
      const snapshot = inspector.getSnapshot()
      expect(snapshot.hasTag('reading') || snapshot.hasTag('writing')).toBe(false)
    })
  const saved = async () => {
    inspector.send({ type: 'file.save' })
    await settled()
    return downloads.at(-1)
  }
  return { panel, inspector, isOffered, end, context, settled, saved, warnings }
}

test('the inspector restores the widths and ignored events of its lists and its setting to keep the view still (INS-1)', () => {
  const kept = new Map<string, string>()
  const first = opened(kept)
  first.inspector.send({ type: 'pane.resize', pane: 'tree', width: 412 })
  first.inspector.send({ type: 'pane.resize', pane: 'events', width: 500 })
  first.inspector.send({ type: 'kind.ignore', kind: 'gate gate.ring' })
  first.inspector.send({ type: 'view.stay' })
  first.end()
  const { inspector, context } = opened(kept)
  expect(context()).toMatchObject({ widths: { tree: 412, events: 500 }, ignored: ['gate gate.ring'] })
  expect(inspector.getSnapshot().hasTag('staying')).toBe(true)
})

test('the inspector reports changes of the panel once per 100 ms at most (INS-1)', () => {
  const { panel, context } = opened()
  const before = context().revision
  for (let times = 0; times < 50; times++) panel.send({ type: 'gate.ring' })
  vi.advanceTimersByTime(99)
  expect(context().revision).toBe(before)
  vi.advanceTimersByTime(1)
  expect(context().revision).toBe(before + 1)
  vi.advanceTimersByTime(10_000)
  expect(context().revision).toBe(before + 1)
  expect(context().live.endSeq).toBe(51)
})

test('the inspector sends no update after its page was left', () => {
  const { panel, inspector, context } = opened()
  panel.send({ type: 'gate.ring' })
  inspector.send({ type: 'inspector.left' })
  panel.send({ type: 'gate.ring' })
  vi.advanceTimersByTime(10_000)
  expect(context().revision).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('the inspector follows an actor that ended and began again, and shows an actor from a link when that actor begins (INS-1)', () => {
  const { panel, inspector, context } = opened()
  const shown = () => context().recording.actor(context().actorId ?? '')
  expect(shown()?.name).toBe('gate')
  inspector.send({ type: 'actor.want', name: 'door' })
  panel.send({ type: 'door.comes' })
  vi.advanceTimersByTime(100)
  expect(shown()?.name).toBe('door')
  const first = context().actorId
  panel.send({ type: 'door.goes' })
  vi.advanceTimersByTime(100)
  expect(context().actorId).toBe(first)
  panel.send({ type: 'door.comes' })
  vi.advanceTimersByTime(100)
  expect(shown()?.name).toBe('door')
  expect(context().actorId).not.toBe(first)
})

test('a recording is saved under the current time and shows the same events when it is opened (INS-1)', async () => {
  const { panel, inspector, context, settled, saved } = opened()
  panel.send({ type: 'door.comes' })
  panel.send({ type: 'gate.ring' })
  const { name = '', text = '' } = (await saved()) ?? {}
  expect(name).toBe('inspetor-2026-11-21-12-00-00.json')
  inspector.send({ type: 'file.choose', file: new File([text], name) })
  await settled()
  expect(context()).toMatchObject({ fileName: name, problem: null })
  const { recording, live, seq } = context()
  expect(recording.isLive).toBe(false)
  expect(seq).toBe(live.endSeq - 1)
  for (let at = 0; at <= seq; at++) expect(recording.event(at)).toEqual(live.event(at))
})

test('the recording begins with the start of the panel and survives a reload of its page (INS-1)', () => {
  const page = tab()
  const first = opened(undefined, page)
  first.panel.send({ type: 'door.comes' })
  const { live } = first.context()
  expect(live.event(live.seqs[0] ?? -1)).toMatchObject({ type: 'xstate.init', targetId: first.panel.sessionId })
  const [startedAt, last] = [live.startedAt, live.endSeq - 1]
  const [door] = live.actors().filter(({ name }) => name === 'door')
  vi.advanceTimersByTime(5_000)
  page.dispatchEvent(new Event('pagehide'))
  first.end()

  const { panel, inspector, context } = opened(undefined, page)
  panel.send({ type: 'gate.ring' })
  const { recording } = context()
  expect(recording.startedAt).toBe(startedAt)
  expect(recording.event(last)?.type).toBe('xstate.init')
  expect(recording.actor(recording.event(last)?.targetId ?? '')?.name).toBe(door?.name)
  expect(recording.seqs.map((seq) => recording.event(seq)?.type)).toContain('gate.ring')
  expect(recording.seqs).toEqual([...new Set(recording.seqs)].toSorted((one, other) => one - other))
  // The actor has its last state before the reload, and is stopped after the reload.
  expect(recording.stateAt(recording.event(last)?.targetId ?? '', last)).toMatchObject({
    status: 'active',
    value: 'closed',
  })
  expect(recording.stateAt(recording.event(last)?.targetId ?? '', null)?.status).toBe('stopped')
  inspector.send({ type: 'moment.goTo', seq: 0 })
  inspector.send({ type: 'moment.step', by: recording.seqs.length })
  expect(context().seq).toBe(recording.endSeq - 1)
  expect(page.sessionStorage.getItem('inspectorRecording')).toBeNull()
})

test('at a moment before a reload, the inspector shows the actor with the selected name that ran then, and live the actor that runs now (INS-1)', () => {
  const page = tab()
  const first = opened(undefined, page)
  first.panel.send({ type: 'door.comes' })
  page.dispatchEvent(new Event('pagehide'))
  first.end()
  const { panel, inspector, context } = opened(undefined, page)
  panel.send({ type: 'door.comes' })
  inspector.send({ type: 'actor.want', name: 'door' })
  const running = context().actorId
  const [earlier] = context()
    .recording.actors()
    .filter(({ name, id }) => name === 'door' && id !== running)
  inspector.send({ type: 'moment.goTo', seq: context().recording.lifeOf(earlier?.id ?? '').firstSeq })
  expect(context().actorId).toBe(earlier?.id)
  inspector.send({ type: 'moment.follow' })
  expect(context().actorId).toBe(running)
})

test('after a recording has ended, leaving the page stores no events, because another person may have signed in (INS-1)', () => {
  const page = tab()
  const { panel, end } = opened(undefined, page)
  panel.send({ type: 'gate.ring' })
  end()
  page.dispatchEvent(new Event('pagehide'))
  expect(page.sessionStorage.getItem('inspectorRecording')).toBeNull()
})

test('a report has only the selected period, is compressed and masked, and restores moment, filter and note (INS-1)', async () => {
  const { panel, inspector, context, settled } = opened()
  const ring = (by: string) => {
    vi.advanceTimersByTime(1_000)
    panel.send({ type: 'gate.ring', by })
  }
  for (const by of ['Ana Albuquerque', 'Bruno Lima', 'Carla Souza']) ring(by)
  const middle = context().live.endSeq - 2
  const at = context().live.event(middle)?.at ?? 0
  inspector.send({ type: 'filter.change', filter: { from: at, to: at, text: 'ring' } })
  inspector.send({ type: 'moment.goTo', seq: middle })
  inspector.send({ type: 'report.begin' })
  inspector.send({ type: 'report.save', note: 'A campainha tocou duas vezes', isMasked: true })
  await settled()
  const { name = '', file } = files.at(-1) ?? {}
  expect(name).toMatch(/\.json\.gz$/)
  const packed = new File([file ?? ''], name)
  const text = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  expect(text).not.toMatch(/Ana|Bruno|Carla/)
  inspector.send({ type: 'file.choose', file: packed })
  await settled()
  const { recording, seq, filter, origin, problem } = context()
  expect(problem).toBeNull()
  expect(recording.seqs).toEqual([middle])
  expect({ seq, text: filter.text, from: filter.from }).toEqual({ seq: middle, text: 'ring', from: at })
  expect(origin).toMatchObject({ note: 'A campainha tocou duas vezes', panelVersion: __PANEL_VERSION__ })
  expect(recording.stateAt(recording.event(middle)?.targetId ?? '', middle)?.status).toBe('active')
})

test('a damaged compressed file is refused with a message', async () => {
  const { inspector, context, settled } = opened()
  inspector.send({ type: 'file.choose', file: new File([new Uint8Array([0x1f, 0x8b, 8, 0, 1])], 'a.json.gz') })
  await settled()
  expect(context().problem).toMatch(/incompleto ou danificado/)
})

test('a file that is too large is refused before it is read, and the shown recording stays', async () => {
  const { inspector, context, settled, warnings } = opened()
  const file = Object.defineProperty(new File(['{}'], 'a.json'), 'size', { value: 100 * 1024 * 1024 + 1 })
  file.text = () => Promise.reject(new Error('read all the same'))
  inspector.send({ type: 'file.choose', file })
  await settled()
  expect(context().problem).toMatch(/grande demais.*100 MB/)
  expect(context().recording).toBe(context().live)
  expect(warnings).toContain('Gravação não lida.')
})

test('an inspector that ends deletes its recording and records no more events', () => {
  const { panel, inspector, isOffered, end, context } = opened()
  expect(isOffered()).toBe(true)
  panel.send({ type: 'gate.ring' })
  end()
  panel.send({ type: 'gate.ring' })
  expect(context().live.endSeq).toBe(0)
  expect(context().live.actorsAt(null)).toEqual([])
  expect(inspector.getSnapshot().status).toBe('stopped')
  expect(isOffered()).toBe(false)
})

test('the inspector does not record its own events', () => {
  const { inspector, context } = opened()
  const before = context().live.endSeq
  inspector.send({ type: 'moment.pause' })
  inspector.send({ type: 'moment.step', by: -1 })
  expect(context().live.endSeq).toBe(before)
})

test('QA drafts an event from its chart, sends it to the panel and sees its outcome (INS-1)', async () => {
  const { panel, inspector, context } = opened()
  panel.send({ type: 'shop.comes' })
  const shop = context()
    .live.actorsAt(null)
    .find(({ name }) => name === 'shop')
  const { sender } = inspector.getSnapshot().children
  sender?.send({ type: 'sender.choose', actorId: shop?.id ?? '', eventType: 'PRODUCT' })
  await eventually(() => expect(sender?.getSnapshot().hasTag('busy')).toBe(false))
  expect(sender?.getSnapshot().context.draft.text).toBe('{\n  "payload": 0\n}')
  sender?.send({ type: 'sender.edit', text: '{ "payload": 2 }' })
  sender?.send({ type: 'sender.send' })
  await eventually(() => expect(sender?.getSnapshot().hasTag('busy')).toBe(false))
  const { seq = 0, outcome } = sender?.getSnapshot().context.sent ?? {}
  expect(outcome).toBe('taken')
  expect(context().live.payload(seq)).toEqual({ type: 'PRODUCT', payload: 2 })
  expect(context().live.stateAt(shop?.id ?? '', null)?.value).toBe('one')
})
