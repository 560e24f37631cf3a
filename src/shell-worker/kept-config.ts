const cacheName = 'guarita-config'
const address = '/config.json'

/** The last `/config.json` from the server, for times when the server is unreachable (CFG-1). */
export const keptConfig = {
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
export async function mayBeKept(response: Response): Promise<boolean> {
  try {
    const config: unknown = await response.clone().json()
    return !(typeof config === 'object' && config !== null && Reflect.get(config, 'offlineStart') === false)
  } catch {
    return true
  }
}
