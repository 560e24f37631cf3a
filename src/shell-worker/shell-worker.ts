import { createKeptShell } from './kept-shell.ts'
import { createServerTrust } from './server-trust.ts'

declare const self: ServiceWorkerGlobalScope
declare const __PANEL_VERSION__: string
/** Addresses of the build's output that a page may need. */
declare const __SHELL_FILES__: readonly string[]

const shell = createKeptShell(__PANEL_VERSION__, __SHELL_FILES__)
const server = createServerTrust()

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})
self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isOfPanel(pathname)) event.respondWith(showPage(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(giveFile(request))
  else if (pathname === '/config.json') event.respondWith(giveConfig(request))
  else if (pathname === '/version.json') event.respondWith(giveVersion(request))
})

async function install(): Promise<void> {
  await shell.keep()
  await keptConfig.note(await fetch('/config.json', { cache: 'no-store' }))
  await self.skipWaiting()
}

async function takeOver(): Promise<void> {
  await shell.drop('others')
  // Starts the request for the page without waiting for this worker to run.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** A server's answer in time wins, unless a proxy reports the server unreachable: so pages stay up to date. */
async function showPage(event: FetchEvent): Promise<Response> {
  const request = preloaded(event).then((response) => response ?? fetch(event.request))
  event.waitUntil(request.catch(() => undefined))
  const kept = await shell.page()
  if (kept === undefined) return request
  return (await server.answerOf(request)) ?? kept
}

async function preloaded({ preloadResponse }: FetchEvent): Promise<Response | undefined> {
  const response: unknown = await preloadResponse
  return response instanceof Response ? response : undefined
}

async function giveFile(request: Request): Promise<Response> {
  return (await shell.file(request)) ?? fetch(request)
}

/** The stored configuration is used only if the page request or this request failed. */
async function giveConfig(request: Request): Promise<Response> {
  const kept = await keptConfig.read()
  const pending = fetch(request)
  if (kept === undefined) return noted(await pending)
  const answer = server.isDoubted() ? undefined : await server.answerOf(pending, Number.POSITIVE_INFINITY)
  pending.catch(() => undefined)
  return answer === undefined ? kept : noted(answer)
}

async function noted(response: Response): Promise<Response> {
  if (response.ok && !(await mayBeKept(response))) await leave()
  else await keptConfig.note(response)
  return response
}

/**
 * Never stored. If the server has another version, deletes the stored page before the panel learns the new version and
 * reloads; otherwise the reload would get the old page again (VER-1).
 */
async function giveVersion(request: Request): Promise<Response> {
  if (server.isDoubted()) return new Response(null, { status: 504 })
  const response = await fetch(request)
  if (response.ok && (await isOtherVersion(response.clone()))) {
    await shell.drop('this')
    void self.registration.update().catch(() => undefined)
  }
  return response
}

async function isOtherVersion(response: Response): Promise<boolean> {
  try {
    const served: unknown = await response.json()
    return typeof served === 'object' && served !== null && Reflect.get(served, 'version') !== __PANEL_VERSION__
  } catch {
    return false
  }
}

/** The configuration forbids stored files: deletes all of them and unregisters the worker. */
async function leave(): Promise<void> {
  await Promise.all([shell.drop('this'), shell.drop('others'), keptConfig.drop(), self.registration.unregister()])
}

/** The same rule as in the backend: excludes API paths and files. */
function isOfPanel(pathname: string): boolean {
  return (
    !/^\/(?:rest|device-control|assets|socket\.io|docs)(?:\/|$)|\.[^/.]*$/.test(pathname) || pathname === '/index.html'
  )
}

const cacheName = 'guarita-config'
const address = '/config.json'

/** The last `/config.json` from the server, for times when the server is unreachable (CFG-1). */
const keptConfig = {
  read: () => caches.match(address, { cacheName }),
  /** Stores a new response; deletes the stored one if the server has no such file. */
  async note(response: Response): Promise<void> {
    const cache = await caches.open(cacheName)
    if (response.ok && response.headers.get('content-type')?.includes('json'))
      await cache.put(address, response.clone())
    else if (response.status === 404) await cache.delete(address)
  },
  drop: () => caches.delete(cacheName),
}

/** Whether a configuration allows the browser to keep the panel: yes, unless it has `offlineStart: false`. */
async function mayBeKept(response: Response): Promise<boolean> {
  try {
    const config: unknown = await response.clone().json()
    return !(typeof config === 'object' && config !== null && Reflect.get(config, 'offlineStart') === false)
  } catch {
    return true
  }
}
