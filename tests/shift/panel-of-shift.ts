import { vi } from 'vitest'
import { createMachine } from 'xstate'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import type { ServerOfShift } from './server-of-shift.ts'

const socketLink = '../../src/services/socket/socket-link.ts'
/** Modules for the visual side of a page, which this test does not need. */
const dressing = {
  theme: '../../src/composition/charts/page/theme.ts',
  shell: '../../src/composition/charts/page/shell.ts',
}

/**
 * The whole panel as composed for a browser, signed in, with a page of devices open; the live connection leads to
 * `server`, and the modules of `dressing` are replaced. Modules are loaded again: import the views after this call.
 */
export async function openPanel(server: ServerOfShift): Promise<Panel> {
  vi.resetModules()
  vi.doMock(socketLink, () => ({
    openSocketLink: (_: unknown, listener: Parameters<typeof server.openLink>[0]) => server.openLink(listener),
  }))
  for (const [name, path] of Object.entries(dressing)) vi.doMock(path, () => ({ [name]: () => createMachine({}) }))
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

export function closePanel(panel: Panel | undefined): void {
  panel?.stop()
  for (const path of [socketLink, ...Object.values(dressing)]) vi.doUnmock(path)
  vi.resetModules()
}
