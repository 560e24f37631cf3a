import { connect, createServer, type Socket } from 'node:net'

/** TCP relay before a service, with its own address, which can really cut the connection. */
export interface Relay {
  url: string
  /** Sets the service for the following connections. */
  leadTo(url: string): void
  /** Ends every connection and accepts no more. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function startRelay(): Promise<Relay> {
  const open = new Set<Socket>()
  let target = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { port } = address
  return {
    url: `http://localhost:${port}`,
    leadTo(url) {
      target = Number(new URL(url).port)
    },
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
    mend: () => listen(port),
  }
}
