import { setMaxListeners } from 'node:events'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  oneof,
  tuple,
} from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { theme } from '../../../src/composition/charts/page/theme.ts'
import type { Neighbours } from '../../../src/composition/neighbours.ts'
import type { ThemeEvent } from '../../../src/machines/theme/theme.machine.ts'
import { createLocalData, type LocalData } from '../../../src/services/storage/local-data.ts'
import { dress } from '../../../src/services/theme/theme-page.ts'
import { readPreferences } from '../../../src/services/theme/theme-storage.ts'
import { runUnderRecorder, settle } from '../../models/parts/production-actor.ts'
import { colourEvents, groups, modes } from '../../models/theme/theme.model.ts'
import { memoryStorage } from '../../services/parts/browser-storage.ts'
import { pageRoot } from '../panel/page-root.ts'

const seed = 20261121
let system: 'light' | 'dark' = 'light'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: system === 'dark',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const window = new EventTarget()
  setMaxListeners(0, window)
  vi.stubGlobal('window', window)
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => vi.unstubAllGlobals())

const log = { info: () => {}, warn: (message: string) => expect.fail(message) }

function browser(stored: Readonly<Record<string, string>> = {}): { storage: Storage; localData: LocalData } {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  const page = { localStorage: storage, sessionStorage: memoryStorage() } as unknown as Window
  return { storage, localData: createLocalData(log, page) }
}

function contentsOf(storage: Storage): Record<string, string | null> {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return Object.fromEntries(keys.sort().map((key) => [key, storage.getItem(key)]))
}

/** Opens a page with this storage: first the boot script, then the theme's actor. */
async function openPage(localData: LocalData) {
  const root = pageRoot()
  dress(root.element, readPreferences(localData, system))
  const dressed = root.seen()
  const actor = runUnderRecorder(theme({ localData, log } as unknown as Neighbours, root.element))
  await settle()
  return { root, dressed, actor }
}

const hex = constantFrom('0', '7', 'a', 'F')
const colour = oneof(
  array(hex, { minLength: 6, maxLength: 6 }).map((digits) => `#${digits.join('')}`),
  constantFrom('#fff', '#000', '#abc8', '#12345678', 'red', '#12', '', '#ggg', '#1234567'),
)
const plain = [...Object.values(groups).flatMap((choices) => Object.values(choices)), ...Object.values(modes)]
const event: Arbitrary<ThemeEvent> = oneof(
  { weight: 6, arbitrary: constantFrom(...plain).map((type) => ({ type }) as ThemeEvent) },
  {
    weight: 4,
    arbitrary: tuple(constantFrom(...Object.keys(colourEvents)), colour).map(
      ([type, color]) => ({ type, color }) as ThemeEvent,
    ),
  },
  { weight: 1, arbitrary: constant<ThemeEvent>({ type: 'ResetAll' }) },
)

/** Values that older panels or people may have left under the theme's keys. */
const leftovers = dictionary(
  constantFrom(
    'lightTheme',
    'darkMode',
    'transparentMode',
    'backgroundImage',
    'primaryColor',
    'darkPrimaryColor',
    'transparentBackgroundColor',
    'menuStyle',
    'headerStyle',
    'horizontalLayout',
    'horizontalHoverLayout',
    'rtl',
    'layoutWidth',
    'sidebarImage',
  ),
  constantFrom('true', 'false', 'bg-img2', 'dark', 'color', 'boxed', '#0f0', 'menu-img3', '', '{'),
)

test('after any choices, a new page with the same storage looks the same (THM-3)', async () => {
  await assert(
    asyncProperty(
      array(event, { maxLength: 12 }),
      leftovers,
      constantFrom('light', 'dark'),
      async (events, stored, scheme) => {
        system = scheme
        const { storage, localData } = browser(stored)
        const lived = await openPage(localData)
        for (const each of events) {
          lived.actor.send(each)
          await settle()
        }
        const kept = contentsOf(storage)
        const fresh = await openPage(browser(kept as Record<string, string>).localData)
        expect(fresh.dressed).toEqual(lived.root.seen())
        expect(fresh.root.seen()).toEqual(lived.root.seen())
        expect(contentsOf(storage)).toEqual(kept)
        lived.actor.stop()
        fresh.actor.stop()
      },
    ),
    { seed, numRuns: 300 },
  )
})

test('the boot script and the actor apply the same theme, so the page does not change after loading', async () => {
  await assert(
    asyncProperty(leftovers, constantFrom('light', 'dark'), async (stored, scheme) => {
      system = scheme
      const { root, dressed, actor } = await openPage(browser(stored).localData)
      expect(root.seen()).toEqual(dressed)
      actor.stop()
    }),
    { seed, numRuns: 300 },
  )
})

test('Reset All clears the storage except for the light theme (THM-2)', async () => {
  const { storage, localData } = browser({ anything: 'else', rtl: 'true', darkMode: 'true' })
  const { actor } = await openPage(localData)
  actor.send({ type: 'ResetAll' })
  await settle()
  expect(contentsOf(storage)).toEqual({ lightTheme: 'true' })
})
