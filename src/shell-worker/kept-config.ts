const cacheName = 'guarita-config'
const address = '/config.json'

/** The last `/config.json` that a server gave: for when none answers (CFG-1). */
export const keptConfig = {
  read: () => caches.match(address, { cacheName }),
  /** What the server says now; a server without such a file has it forgotten. */
  async note(response: Response): Promise<void> {
    const cache = await caches.open(cacheName)
    if (response.ok && response.headers.get('content-type')?.includes('json'))
      await cache.put(address, response.clone())
    else if (response.status === 404) await cache.delete(address)
  },
  drop: () => caches.delete(cacheName),
}

/** Whether a configuration lets the panel be kept in the browser: it does so unless it says `offlineStart: false`. */
export async function mayBeKept(response: Response): Promise<boolean> {
  try {
    const config: unknown = await response.clone().json()
    return !(typeof config === 'object' && config !== null && Reflect.get(config, 'offlineStart') === false)
  } catch {
    return true
  }
}
