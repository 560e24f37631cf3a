import { connect, createServer, type Server, type Socket } from 'node:net'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'

/** Several backend processes on one database, behind one address. */
export type Instances = {
  url: string
  /** Kills an instance with SIGKILL. Resolves once its process has ended. */
  kill(index: number): Promise<void>
  /** Starts a killed instance again. Resolves once it answers. */
  startAgain(index: number): Promise<void>
  stop(): Promise<void>
}

/** Starts the first instance alone, because it may have to fill the database. */
export async function startInstances(
  count: number,
  databaseUrl: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<Instances> {
  const instances: LaunchedBackend[] = []
  const launch = (port: number) => launchBackend(['--port', `${port}`, ...args], { DATABASE_URL: databaseUrl, ...env })
  instances.push(await launch(0))
  instances.push(...(await Promise.all(Array.from({ length: count - 1 }, () => launch(0)))))
  const proxy = await startProxy(() => instances.map(portOf))

  return {
    url: proxy.url,
    async kill(index) {
      const instance = instances[index]
      if (instance) await endBackend(instance, 'SIGKILL')
    },
    async startAgain(index) {
      const instance = instances[index]
      if (instance) instances[index] = await launch(portOf(instance))
    },
    async stop() {
      await proxy.stop()
      await Promise.all(instances.map((instance) => endBackend(instance, 'SIGKILL')))
    },
  }
}

function portOf({ url }: LaunchedBackend): number {
  return Number(new URL(url).port)
}

/** A TCP proxy: each new connection goes to the next instance that accepts connections. */
async function startProxy(ports: () => number[]): Promise<{ url: string; stop(): Promise<void> }> {
  const open = new Set<Socket>()
  let turn = 0

  function pass(client: Socket, triesLeft: number): void {
    const port = ports()[turn++ % ports().length]
    if (port === undefined || triesLeft === 0) return void client.destroy()
    const server = connect(port, '127.0.0.1')
    server.once('error', () => server.destroy())
    server.once('connect', () => {
      server.off('close', another)
      server.on('close', () => client.destroy())
      client.on('close', () => server.destroy())
      client.pipe(server).pipe(client)
    })
    const another = () => pass(client, triesLeft - 1)
    server.once('close', another)
  }

  const proxy: Server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => open.delete(client))
    pass(client, ports().length)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', 4_096, resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const client of open) client.destroy()
      }),
  }
}
