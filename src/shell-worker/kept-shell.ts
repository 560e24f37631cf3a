declare const self: ServiceWorkerGlobalScope

const prefix = 'guarita-shell-'

/** Cache key of the page: every address of the panel shows the same page. */
const pageAddress = '/'

/** The files of this version of the panel, in a separate cache without personal data. */
export interface KeptShell {
  /** Stores the page and the files. Rejects, and stores nothing, if a file fails or the version differs. */
  keep(): Promise<void>
  /** The stored page with its original headers, so that its nonce and its CSP agree; undefined if there is none. */
  page(): Promise<Response | undefined>
  file(request: Request): Promise<Response | undefined>
  /** Deletes the files of this version, or of all other versions. */
  drop(which: 'this' | 'others'): Promise<void>
}

/** @param files addresses of the build's output; the page of the same version names some of them */
export function createKeptShell(version: string, files: readonly string[]): KeptShell {
  const name = prefix + version
  const kept = (address: Request | string) => caches.match(address, { cacheName: name, ignoreVary: true })
  const drop: KeptShell['drop'] = async (which) => {
    const names = (await caches.keys()).filter((each) => each.startsWith(prefix))
    await Promise.all(names.filter((each) => (each === name) === (which === 'this')).map((each) => caches.delete(each)))
  }
  return {
    async keep() {
      const shell = await caches.open(name)
      try {
        const page = await servedPage(files)
        // One by one and after the page, so that the sign-in gets the bandwidth. The HTTP cache has most files already.
        for (const file of files) {
          const response = await fetch(file, { credentials: 'omit', priority: 'low' })
          if (!response.ok) throw new Error(`${file}: ${response.status}`)
          await shell.put(file, response)
        }
        await shell.put(pageAddress, page)
      } catch (error) {
        await caches.delete(name)
        throw error
      }
    },
    page: () => kept(pageAddress),
    file: (request) => kept(request),
    drop,
  }
}

/**
 * Fetches the current page without cookies, so that it has no personal data and sets no cookies. Marks the page with
 * `data-kept`: a panel started from it knows that the server did not answer (LIVE-1).
 */
async function servedPage(files: readonly string[]): Promise<Response> {
  const response = await fetch(new URL(pageAddress, self.location.origin), { cache: 'no-store', credentials: 'omit' })
  const html = await response.text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(
    ([, address]) => address ?? [],
  )
  if (!response.ok || named.length === 0 || named.some((address) => !files.includes(address)))
    throw new Error('the server has another version')
  const headers = new Headers(response.headers)
  for (const header of ['content-encoding', 'content-length']) headers.delete(header)
  return new Response(html.replace('<html ', '<html data-kept="" '), { headers })
}
