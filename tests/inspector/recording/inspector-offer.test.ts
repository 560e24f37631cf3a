import { beforeEach, expect, test, vi } from 'vitest'
import { assign, createActor, setup } from 'xstate'
import { offerInspector } from '../../../src/composition/inspector/inspector-offer.ts'
import type { Neighbours } from '../../../src/composition/neighbours.ts'
import type { Panel } from '../../../src/machines/panel/panel.machine.ts'

/** Counts how often the inspector chunk was fetched, and how many inspectors were created, ended and detached. */
const chunk = { fetched: 0, isMissing: false, made: 0, ended: 0, detached: 0 }

beforeEach(() => {
  Object.assign(chunk, { fetched: 0, isMissing: false, made: 0, ended: 0, detached: 0 })
  vi.resetModules()
  vi.doMock('../../../src/composition/inspector/inspector.ts', () => {
    chunk.fetched += 1
    if (chunk.isMissing) throw new Error('Failed to fetch dynamically imported module')
    const createInspector = () => {
      chunk.made += 1
      return { end: () => (chunk.ended += 1), detach: () => (chunk.detached += 1) }
    }
    return { createInspector }
  })
})

type Person = { permissions: string[] } | null

/** Like the root machine, keeps the user after the end of the session. */
const panelMachine = setup({
  types: {} as { context: { user: Person }; events: { type: 'comes'; user: Person }; tags: 'signedOut' | 'expired' },
  guards: { isNobody: ({ event }) => event.user === null },
}).createMachine({
  context: { user: null },
  initial: 'signedOut',
  on: {
    comes: [
      { guard: 'isNobody', target: '.signedOut' },
      { target: '.signedIn', actions: assign(({ event }) => ({ user: event.user })) },
    ],
  },
  states: { signedOut: { tags: 'signedOut' }, signedIn: {} },
})

const tester: Person = { permissions: ['audit', 'qa'] }
const guard: Person = { permissions: ['audit'] }

async function offered(inspector: boolean, user: Person) {
  const actor = createActor(panelMachine)
  const { panelRecording } = await import('../../../src/composition/inspector/panel-recording.ts')
  const page = Object.assign(new EventTarget(), { sessionStorage: {} }) as unknown as Window
  const recorded = panelRecording(actor as unknown as Panel, Date.now, page)
  actor.start()
  const comes = (next: Person) => actor.send({ type: 'comes', user: next })
  comes(user)
  const panel = actor as unknown as Panel
  const warnings: string[] = []
  const log = { info: () => {}, warn: (message: string) => warnings.push(message) }
  await offerInspector(panel, { config: { inspector }, log } as unknown as Neighbours)
  return {
    comes,
    recorded,
    warnings,
    isThere: () => chunk.made - chunk.ended === 1,
    loaded: () => vi.dynamicImportSettled(),
  }
}

test('a user with qa gets an inspector, which records the panel from then on (INS-1)', async () => {
  const { isThere } = await offered(true, tester)
  expect(isThere()).toBe(true)
  expect(chunk).toMatchObject({ fetched: 1, made: 1 })
})

test('signing out disconnects the hosted inspector and keeps the recording (INS-1)', async () => {
  const { comes, isThere } = await offered(true, tester)
  expect(chunk.detached).toBe(0)
  comes(null)
  expect(chunk.detached).toBe(1)
  expect(isThere()).toBe(true)
})

test('without "inspector": true nothing is loaded for any user (INS-1)', async () => {
  const { comes, loaded, isThere } = await offered(false, tester)
  comes(null)
  comes({ permissions: ['qa'] })
  await loaded()
  expect(chunk).toMatchObject({ fetched: 0, made: 0 })
  expect(isThere()).toBe(false)
})

test('nothing is loaded for a user without qa, or while no user is signed in (INS-1)', async () => {
  const { comes, loaded, isThere } = await offered(true, guard)
  comes(null)
  await loaded()
  expect(chunk).toMatchObject({ fetched: 0, made: 0 })
  expect(isThere()).toBe(false)
})

test('a user with qa who signs in later gets an inspector, too', async () => {
  const { comes, loaded, isThere } = await offered(true, guard)
  comes(tester)
  await loaded()
  expect(isThere()).toBe(true)
})

test('a user without qa who signs in ends the recording and cannot see it (INS-1)', async () => {
  const { comes, loaded, isThere } = await offered(true, tester)
  comes(null)
  expect(chunk.ended).toBe(0)
  expect(isThere()).toBe(true)
  comes(guard)
  expect(chunk.ended).toBe(1)
  expect(isThere()).toBe(false)
  comes(tester)
  await loaded()
  expect(isThere()).toBe(true)
  expect(chunk).toMatchObject({ made: 2, ended: 1 })
})

test('the sign-in of a user without the right qa deletes the recording since the start of the panel (INS-1)', async () => {
  const { recorded, comes } = await offered(true, null)
  expect(recorded.live.endSeq).toBeGreaterThan(0)
  comes(guard)
  expect(recorded.live.endSeq).toBe(0)
  comes(null)
  expect(recorded.live.endSeq).toBe(0)
})

test('a chunk that fails to load is logged, and loaded again at the next sign-in', async () => {
  chunk.isMissing = true
  const { comes, loaded, warnings, isThere } = await offered(true, tester)
  expect(warnings).toEqual(['Inspetor não carregado.'])
  expect(isThere()).toBe(false)
  chunk.isMissing = false
  comes({ permissions: ['qa'] })
  await loaded()
  expect(isThere()).toBe(true)
  expect(warnings.length).toBe(1)
})

test('quick changes of the user while the chunk loads create one inspector', async () => {
  const { comes, loaded } = await offered(true, null)
  for (let times = 0; times < 3; times++) comes({ permissions: ['qa'] })
  await loaded()
  expect(chunk.made).toBe(1)
})

test.each([
  ['a user without qa', guard],
  ['no user', null],
])('no inspector is created if %s is signed in when the chunk arrives', async (_, user) => {
  const { comes, loaded, isThere } = await offered(true, null)
  comes(tester)
  comes(user)
  await loaded()
  expect(chunk.made).toBe(0)
  expect(isThere()).toBe(false)
})
