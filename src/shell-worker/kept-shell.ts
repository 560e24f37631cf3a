declare const self: ServiceWorkerGlobalScope

const prefix = 'guarita-shell-'

/** Under which address the page is kept: every address of the panel shows the same one. */
const pageAddress = '/'

/** The panel's own files as this version has them, in a cache of their own; nothing in it is of a person. */
export interface KeptShell {
  /** Fetches and keeps page and files. Rejects, and keeps nothing, where one does not come or another version is served. */
  keep(): Promise<void>
  /** The page as it was when it was kept, with its own headers, so that its nonce and its policy agree; undefined where none is. */
  page(): Promise<Response | undefined>
  file(request: Request): Promise<Response | undefined>
  /** Does away with what is kept of this version, or of all others. */
  drop(which: 'this' | 'others'): Promise<void>
}

/** @param files addresses of what the build has written, which the page of the same version names some of */
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
        // One after the other, and after all else: whoever has just signed in needs the line. Most of it the browser has by now.
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
 * The page as the server has it now, without cookies: nobody's, and its answer sets none. It says of itself that it was kept, which
 * the panel must know: it means that the server did not answer (LIVE-1).
 */
async function servedPage(files: readonly string[]): Promise<Response> {
  const response = await fetch(new URL(pageAddress, self.location.origin), { cache: 'no-store', credentials: 'omit' })
  const html = await response.text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(
    ([, address]) => address ?? [],
  )
  if (!response.ok || named.length === 0 || named.some((address) => !files.includes(address)))
    throw new Error('another version is served')
  const headers = new Headers(response.headers)
  for (const header of ['content-encoding', 'content-length']) headers.delete(header)
  return new Response(html.replace('<html ', '<html data-kept="" '), { headers })
}
