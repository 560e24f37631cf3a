import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type BackendProcess, startBackendProcess } from '../../e2e/parts/backend-process.ts'
import { qaCall, signIn } from '../../e2e/parts/panel-test.ts'

const kills = 60
const latestKillMs = 100
/** The browser is killed after at most this many circuits have opened. */
const mostAwaited = 12
/** Upper limits in ms of the age groups in the result. */
const buckets = [10, 20, 50, Number.POSITIVE_INFINITY]

/** A circuit that opened, as the page saw it. */
interface Seen {
  wordCode: string
  /** Milliseconds since the epoch. */
  at: number
}

interface Device {
  wordCode: string
  condominiumId: string
}

/**
 * Measures which audit records survive a killed browser (AUD-2): circuits open, `SIGKILL` ends all processes of the
 * browser up to 100 ms later, and its profile is opened again. Prints the records on disk by their age at the kill.
 * A transition that the page could not report before the kill is not counted.
 */
async function measureAuditKills(backend: BackendProcess): Promise<void> {
  const call = await qaCall(backend.url)
  const { result: devices } = (await call('GET', '/device-control/device')) as { result: Device[] }
  await call('PUT', '/rest/simulator/devices', { fault: 'refuse' })
  const profile = await mkdtemp(join(tmpdir(), 'guarita-audit-kill-'))
  const counts = buckets.map(() => ({ seen: 0, kept: 0 }))
  const lostAges: number[] = []
  let running = await startBrowser(profile)
  try {
    for (let round = 0; round < kills; round += 1) {
      const begunAt = Date.now()
      const seen: Seen[] = []
      const wantedFirst = 1 + Math.floor(Math.random() * mostAwaited)
      const delayMs = Math.random() * latestKillMs
      const killed = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${seen.length} transitions, ${wantedFirst} awaited`)), 30_000)
        const report = (one: Seen) => {
          seen.push(one)
          if (seen.length !== wantedFirst) return
          clearTimeout(timer)
          setTimeout(() => resolve(running.kill()), delayMs)
        }
        openCircuits(running.browser, backend.url, devices, report).catch(reject)
      })
      const killedAt = await killed
      running = await startBrowser(profile)
      const kept = await keptOpenings(running.browser, backend.url, begunAt)
      for (const { wordCode, at } of seen) {
        const age = killedAt - at
        const count = counts[buckets.findIndex((most) => age <= most)]
        if (count === undefined) continue
        count.seen += 1
        if (kept.has(wordCode)) count.kept += 1
        else lostAges.push(age)
      }
    }
  } finally {
    running.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(`\n${kills} kills\n\n| age at the kill | seen | on disk |\n| --- | --- | --- |`)
  for (const [index, { seen, kept }] of counts.entries()) console.log(`| ${ageText(index)} | ${seen} | ${kept} |`)
  const ages = lostAges.toSorted((left, right) => left - right).map((age) => age.toFixed(1))
  console.log(`\nAges of the records that are not on disk, in ms: ${ages.join(', ') || 'none'}`)
}

function ageText(index: number): string {
  const most = buckets[index] ?? 0
  return Number.isFinite(most) ? `≤ ${most} ms` : `> ${buckets[index - 1]} ms`
}

/** Fails one call to each device, whose circuit has four failures already; the fifth failure opens it. */
async function openCircuits(
  browser: Browser,
  url: string,
  devices: readonly Device[],
  report: (seen: Seen) => void,
): Promise<void> {
  const page = await newPage(browser)
  await page.exposeBinding('circuitOpened', (_, one: Seen) => report(one))
  await page.addInitScript(reportOpenings)
  await signIn(page, url)
  await page.evaluate(keepFourFailures, devices)
  await page.goto(`${url}/devices`)
  await page.getByRole('button', { name: 'Escolher vários' }).click()
  const chosen = page.getByRole('region', { name: 'Dispositivos escolhidos' })
  await chosen.getByRole('button', { name: /^Todos os filtrados/ }).click()
  await chosen.getByRole('button', { name: 'Testar' }).click()
}

async function newPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('the browser has no profile')
  return context.newPage()
}

/** Reports each circuit that opens, when the panel stores it and hands over its audit record. */
function reportOpenings(): void {
  const opened = new Set<string>()
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
    setItem.call(this, key, value)
    if (!key.startsWith('breaker:') || opened.has(key)) return
    if (JSON.parse(value).state !== 'OPEN') return
    opened.add(key)
    const { circuitOpened } = window as unknown as { circuitOpened(seen: Seen): void }
    circuitOpened({ wordCode: key.slice('breaker:'.length), at: performance.timeOrigin + performance.now() })
  }
}

/** Fills the tab's storage as if the panel had counted four failures. */
function keepFourFailures(devices: readonly Device[]): void {
  for (const { wordCode, condominiumId } of devices) {
    const circuit = { state: 'CLOSED', failureCount: 4, lastFailureTime: Date.now(), trialStartedAt: null, refused: 0 }
    const value = JSON.stringify({ wordCode, condominiumId, ...circuit, lastError: 'status 502 refused' })
    sessionStorage.setItem(`breaker:${wordCode}`, value)
  }
}

/** The wordCodes of the circuits with a record of opening in the profile, since `sinceMs`. */
async function keptOpenings(browser: Browser, url: string, sinceMs: number): Promise<Set<string>> {
  const page = await newPage(browser)
  // A small file of the panel's origin: without the panel, no record is delivered or dropped before the count.
  await page.goto(`${url}/icon.svg`)
  const wordCodes = await page.evaluate(readOpenings, sinceMs)
  await page.close()
  return new Set(wordCodes)
}

async function readOpenings(sinceMs: number): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('guarita-audit')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const rows = await new Promise<{ wordCode: string; at: string; to?: string }[]>((resolve, reject) => {
    const request = database.transaction('records').objectStore('records').getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.close()
  return rows.filter(({ at, to }) => to === 'OPEN' && Date.parse(at) >= sinceMs).map(({ wordCode }) => wordCode)
}

interface KillableBrowser {
  browser: Browser
  /** Kills all processes of the browser. Returns the time, in ms since the epoch. */
  kill(): number
}

/** Starts a browser whose profile survives the kill; Playwright's own browser would be closed normally. */
async function startBrowser(profile: string): Promise<KillableBrowser> {
  const child = spawn(
    process.env.CHROMIUM_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? chromium.executablePath(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const browser = await chromium.connectOverCDP(await debuggingAddress(child))
  return {
    browser,
    kill() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Date.now()
      process.kill(-child.pid, 'SIGKILL')
      return Date.now()
    },
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      printed += chunk
      const address = /ws:\/\/\S+/.exec(printed)?.[0]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the browser did not start: ${printed}`)))
  })
}

const backend = await startBackendProcess()
try {
  await measureAuditKills(backend)
} finally {
  await backend.dispose()
}
