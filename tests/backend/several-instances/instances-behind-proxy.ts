import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** Several backends as processes of their own on one database, reached by one address. */
export type Instances = {
  url: string
  /** Ends one as a power cut does. Resolves once it is gone. */
  kill(index: number): Promise<void>
  /** Starts one that was killed again. Resolves once it answers. */
  startAgain(index: number): Promise<void>
  stop(): Promise<void>
}

type Instance = { child: ChildProcess; port: number }

const projectDir = join(import.meta.dirname, '../../..')

/** Starts the first alone: it may have to fill the database. */
export async function startInstances(
  count: number,
  databaseUrl: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
): Promise<Instances> {
  const instances: Instance[] = []
  const launched = (port: number) => launch(port, { DATABASE_URL: databaseUrl, ...env }, args)
  instances.push(await launched(0))
  instances.push(...(await Promise.all(Array.from({ length: count - 1 }, () => launched(0)))))
  const proxy = await startProxy(() => instances.map(({ port }) => port))

  return {
    url: proxy.url,
    async kill(index) {
      const child = instances[index]?.child
      if (child) await ended(child)
    },
    async startAgain(index) {
      const port = instances[index]?.port
      if (port !== undefined) instances[index] = await launched(port)
    },
    async stop() {
      await proxy.stop()
      await Promise.all(instances.map(({ child }) => ended(child)))
    },
  }
}

function launch(port: number, env: Record<string, string>, args: string[]): Promise<Instance> {
  const child = spawn(process.execPath, ['--liftoff-only', 'backend/main.ts', '--port', `${port}`, ...args], {
    cwd: projectDir,
    env: { ...process.env, GUARITA_GATE_EVENTS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const found = /http:\/\/localhost:(\d+)/.exec(printed)?.[1]
      if (found !== undefined) resolve({ child, port: Number(found) })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`an instance ended with ${code}: ${printed}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

/** Takes turns among those that answer, for each connection; knows nothing of what goes over it. */
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
