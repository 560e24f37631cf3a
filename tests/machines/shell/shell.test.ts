import { describe, expect, test } from 'vitest'
import { type ShellEvent, shellMachine } from '../../../src/machines/shell/shell.machine.ts'
import { Coverage } from '../../models/parts/coverage.ts'
import { testCoverage } from '../../models/parts/path-runner.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'

const coverage = new Coverage(shellMachine)

function startShell() {
  const standIns = new StandIns()
  const machine = shellMachine.provide({
    actors: {
      windowWidth: standIns.callback('windowWidth'),
      fullscreen: standIns.callback('fullscreen'),
      requests: standIns.callback('requests'),
      pageScroll: standIns.callback('pageScroll'),
      unread: standIns.callback('unread'),
      fetchMissingCode: standIns.promise('fetchMissingCode'),
    },
    actions: {
      enterFullscreen: standIns.effect('enterFullscreen'),
      leaveFullscreen: standIns.effect('leaveFullscreen'),
      scrollToTop: standIns.effect('scrollToTop'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  const shell = runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
  const started = shell.journal.length
  return {
    ...shell,
    sendAll: (...types: Exclude<ShellEvent, { submenu: string }>['type'][]) => {
      for (const type of types) shell.send({ type } as ShellEvent)
    },
    value: () => shell.snapshot().value,
    done: () => shell.journal.slice(started),
  }
}

describe('the menu drawer', () => {
  test('opens and closes on request', () => {
    const { sendAll, value } = startShell()
    sendAll('drawer.open')
    expect(value().drawer).toBe('open')
    sendAll('drawer.close')
    expect(value().drawer).toBe('closed')
  })

  test('closes when the window becomes wide enough for the full menu', () => {
    const { sendAll, standIns, value } = startShell()
    sendAll('drawer.open')
    standIns.sendBack('windowWidth', { type: 'window.widened' })
    expect(value().drawer).toBe('closed')
  })
})

describe('a submenu', () => {
  test('replaces an open submenu, and closes', () => {
    const { send, sendAll, snapshot, value } = startShell()
    send({ type: 'submenu.open', submenu: 'Portaria' })
    send({ type: 'submenu.open', submenu: 'Conta' })
    expect([value().submenu, snapshot().context.submenu]).toEqual(['open', 'Conta'])
    sendAll('submenu.close')
    expect(value().submenu).toBe('closed')
  })

  test('closes 250 ms after the pointer has left it', async () => {
    const { send, sendAll, advance, value } = startShell()
    send({ type: 'submenu.open', submenu: 'Portaria' })
    sendAll('submenu.leave')
    await advance(249)
    sendAll('submenu.stay')
    expect(value().submenu).toBe('open')
    sendAll('submenu.leave')
    await advance(250)
    expect(value().submenu).toBe('closed')
  })
})

describe('a page with code that failed to load (LIVE-8)', () => {
  test('is requested again every 5 s until it is loaded', async () => {
    const { sendAll, advance, standIns, value, snapshot, settle } = startShell()
    sendAll('code.missed')
    await advance(4_999)
    expect(value().code).toEqual({ missing: 'resting' })
    await advance(1)
    standIns.reject('fetchMissingCode')
    await settle()
    expect(value().code).toEqual({ missing: 'resting' })
    await advance(5_000)
    standIns.resolve('fetchMissingCode', undefined)
    await settle()
    expect([value().code, snapshot().context.codeReturns]).toEqual(['there', 1])
  })

  test.each(['connectivity.online', 'server.restored'] as const)('is requested immediately on %s', (type) => {
    const { sendAll, standIns } = startShell()
    sendAll(type)
    expect(standIns.open).not.toContain('fetchMissingCode')
    sendAll('code.missed', type)
    expect(standIns.open).toContain('fetchMissingCode')
  })

  test('is no longer requested after the person leaves it', async () => {
    const { sendAll, advance, standIns, value } = startShell()
    sendAll('code.missed', 'code.forgone')
    await advance(60_000)
    expect([value().code, standIns.open]).not.toContain('fetchMissingCode')
  })
})

test('the notification menu opens and closes', () => {
  const { sendAll, value } = startShell()
  sendAll('bell.open')
  expect(value().bell).toBe('open')
  sendAll('bell.close')
  expect(value().bell).toBe('closed')
})

describe('the style switcher', () => {
  test('is toggled by its button, and closes by its close button', () => {
    const { sendAll, value } = startShell()
    sendAll('switcher.toggle')
    expect(value().switcher).toEqual({ open: 'choosing' })
    sendAll('switcher.toggle')
    expect(value().switcher).toBe('closed')
    sendAll('switcher.toggle', 'switcher.close')
    expect(value().switcher).toBe('closed')
  })

  test('asks for confirmation before Reset All and reports only a confirmed reset', () => {
    const { sendAll, value, done } = startShell()
    sendAll('reset.confirm', 'switcher.toggle', 'reset.confirm', 'reset.ask')
    expect(value().switcher).toEqual({ open: 'confirming' })
    sendAll('reset.cancel')
    expect(value().switcher).toEqual({ open: 'choosing' })
    expect(done()).toEqual([])
    sendAll('reset.ask', 'reset.confirm')
    expect(value().switcher).toEqual({ open: 'choosing' })
    expect(done()).toEqual(['reports ResetAll'])
  })
})

test('the help opens and closes', () => {
  const { sendAll, value } = startShell()
  sendAll('help.hide', 'help.show')
  expect(value().help).toBe('open')
  sendAll('help.hide')
  expect(value().help).toBe('closed')
})

describe('fullscreen (SHELL-2)', () => {
  test('is unsupported until the browser reports its support', () => {
    const { sendAll, value, done } = startShell()
    sendAll('fullscreen.toggle')
    expect([value().fullscreen, done()]).toEqual(['unsupported', []])
  })

  test("follows the browser's reports and not the button", () => {
    const { sendAll, standIns, value, done } = startShell()
    standIns.sendBack('fullscreen', { type: 'fullscreen.off' })
    sendAll('fullscreen.toggle')
    expect([value().fullscreen, done()]).toEqual(['off', ['does enterFullscreen']])
    standIns.sendBack('fullscreen', { type: 'fullscreen.on' })
    sendAll('fullscreen.toggle')
    expect([value().fullscreen, done().at(-1)]).toEqual(['on', 'does leaveFullscreen'])
    standIns.sendBack('fullscreen', { type: 'fullscreen.off' })
    expect(value().fullscreen).toBe('off')
  })

  test('is on if the page is already in fullscreen', () => {
    const { standIns, value } = startShell()
    standIns.sendBack('fullscreen', { type: 'fullscreen.on' })
    expect(value().fullscreen).toBe('on')
  })
})

describe('the loader (SHELL-2)', () => {
  test('appears after requests have run for 250 ms', async () => {
    const { standIns, advance, value } = startShell()
    standIns.sendBack('requests', { type: 'requests.running' })
    await advance(249)
    expect(value().loader).toBe('waiting')
    await advance(1)
    expect(value().loader).toBe('shown')
    standIns.sendBack('requests', { type: 'requests.over' })
    expect(value().loader).toBe('idle')
  })

  test('does not appear for a short request', async () => {
    const { standIns, advance, value } = startShell()
    standIns.sendBack('requests', { type: 'requests.running' })
    standIns.sendBack('requests', { type: 'requests.over' })
    await advance(250)
    expect(value().loader).toBe('idle')
  })
})

test('the link back to the top appears only far down on the page', () => {
  const { sendAll, standIns, value, done } = startShell()
  sendAll('page.goTop')
  standIns.sendBack('pageScroll', { type: 'page.far' })
  expect([value().scroll, done()]).toEqual(['far', []])
  sendAll('page.goTop')
  expect(done()).toEqual(['does scrollToTop'])
  standIns.sendBack('pageScroll', { type: 'page.near' })
  expect(value().scroll).toBe('near')
})

test('the shell keeps the lists with items that the panel cannot read, until they are read again (HTTP-7)', () => {
  const { standIns, snapshot } = startShell()
  const lists = [{ route: '/device', known: 1, missing: 0 }]
  const changed = (now: typeof lists): ShellEvent => ({ type: 'unread.changed', lists: now })
  standIns.sendBack('unread', changed(lists))
  expect(snapshot().context.unread).toEqual(lists)
  standIns.sendBack('unread', changed([]))
  expect(snapshot().context.unread).toEqual([])
})

test.each([
  ['windowWidth', 'Largura da janela não observada.'],
  ['fullscreen', 'Tela cheia não observada.'],
  ['requests', 'Chamadas em andamento não observadas.'],
  ['pageScroll', 'Rolagem da página não observada.'],
  ['unread', 'Itens ilegíveis não observados.'],
])('the shell keeps working if %s fails', (name, message) => {
  const { standIns, done, snapshot } = startShell()
  standIns.crash(name)
  expect(done()).toEqual([`does logFailure ${JSON.stringify(message)}`])
  expect(snapshot().status).toBe('active')
})

testCoverage(coverage)
