import { createServer, type Server } from 'node:net'

const mostTries = 50

/** True when this process could listen there now. */
export function isPortFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** The first free port from `first` on, undefined when 50 in a row are taken. */
export async function nextFreePort(host: string, first: number): Promise<number | undefined> {
  for (let port = first; port < first + mostTries; port += 1) if (await isPortFree(host, port)) return port
  return undefined
}

/** The port at which a server listens. */
export function boundPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
