import { createServer, type Server } from 'node:net'

const mostTries = 50

/** Returns true if this process can listen on the port now. */
export function isPortFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** Returns the first free port from `first` on; undefined if 50 in a row are in use. */
export async function nextFreePort(host: string, first: number): Promise<number | undefined> {
  for (let port = first; port < first + mostTries; port += 1) if (await isPortFree(host, port)) return port
  return undefined
}

export function boundPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
