import { connect, createServer, type Socket } from 'node:net'

export type BreakableWay = {
  port: number
  /** Ends all connections and refuses new ones. */
  breakOff(): Promise<void>
  /** Keeps all connections open and accepts new connections, but forwards nothing. */
  fallSilent(): void
  mend(): Promise<void>
  /** Forwards new connections to another socket; earlier connections stay where they are. */
  turnTo(socketPath: string): void
  /** Number of connections since the start. */
  connections(): number
}

/** A TCP port on 127.0.0.1 that forwards to a Unix socket, and that a test can break and mend. */
export async function breakableWay(firstPath: string): Promise<BreakableWay> {
  let socketPath = firstPath
  const sockets = new Set<Socket>()
  let count = 0
  let isSilent = false
  const server = createServer((near) => {
    count += 1
    const far = connect(socketPath)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (!isSilent) near.pipe(far).pipe(near)
  })
  let port = 0
  const mend = () => {
    isSilent = false
    return new Promise<void>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as { port: number }).port
        resolve()
      }),
    )
  }
  await mend()
  return {
    port,
    mend,
    connections: () => count,
    turnTo(path) {
      socketPath = path
    },
    fallSilent() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().resume()
    },
    breakOff: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
