import { vi } from 'vitest'
import { createActor, createMachine, fromPromise } from 'xstate'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import type { ServerOfShift } from './server-of-shift.ts'

const socketLink = '../../src/services/socket/socket-link.ts'
/** Modules for the visual side of a page, which this test does not need. */
const dressing = {
  theme: '../../src/composition/charts/page/theme.ts',
  shell: '../../src/composition/charts/page/shell.ts',
}

const virtualLists = '@tanstack/react-virtual'
/** A window in which every row of a list fits. */
const tallWindow = { width: 1_280, height: 10_000_000 }

/**
 * The whole panel as composed for a browser, signed in, with a page of devices open; the live connection leads to
 * `server`, the modules of `dressing` are replaced, and lists of any length render all their rows. Import the views after this call.
 */
export async function openPanel(server: ServerOfShift): Promise<Panel> {
  vi.doMock(socketLink, () => ({
    openSocketLink: (_: unknown, listener: Parameters<typeof server.openLink>[0]) => server.openLink(listener),
  }))
  for (const [name, path] of Object.entries(dressing))
    vi.doMock(path, () => ({ [name]: () => createMachine({ initial: 'plain', states: { plain: {} } }) }))
  vi.doMock(virtualLists, async (importOriginal) => {
    const lists = await importOriginal<typeof import('@tanstack/react-virtual')>()
    return {
      ...lists,
      useWindowVirtualizer: (options: Parameters<typeof lists.useWindowVirtualizer>[0]) =>
        lists.useWindowVirtualizer({ ...options, initialRect: tallWindow }),
      useVirtualizer: (options: Parameters<typeof lists.useVirtualizer>[0]) =>
        lists.useVirtualizer({ ...options, initialRect: tallWindow }),
    }
  })
  const { createPanel } = await import('../../src/composition/panel.ts')
  const config = {
    apiUrl: '/rest',
    deviceUrl: '/device-control',
    healthUrl: '/health',
    sharedComputer: false,
    offlineStart: true,
    socketUrl: 'http://guarita',
    socketNamespace: '',
    inspector: false,
  }
  const panel = createPanel({ kind: 'valid', config }, { info: () => {}, warn: () => {} }).start()
  for (let tries = 0; !panel.getSnapshot().hasTag('signedIn'); tries += 1) {
    if (tries === 100) throw new Error('the panel does not come up')
    await vi.advanceTimersByTimeAsync(100)
    await vi.dynamicImportSettled()
  }
  panel.getSnapshot().children.deviceList?.send({ type: 'devices.want' })
  return panel
}

/** A wall in the same world, with its own connection to the server. */
export async function openWall(server: ServerOfShift) {
  const { wallMachine } = await import('../../src/machines/wall/wall.machine.ts')
  const provided = wallMachine.provide({
    actors: { load: fromPromise(async () => server.wallView()), isOutdated: fromPromise(async () => false) },
    actions: { logFailure: () => {} },
  })
  return createActor(provided, { input: { isSoundWanted: false } }).start()
}

export function closePanel(panel: Panel | undefined): void {
  panel?.stop()
  for (const path of [socketLink, virtualLists, ...Object.values(dressing)]) vi.doUnmock(path)
  vi.resetModules()
}
