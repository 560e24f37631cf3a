import { connect, createServer, type Socket } from 'node:net'

export type BreakableWay = {
  port: number
  /** Ends what runs over it and lets nothing new through. */
  breakOff(): Promise<void>
  mend(): Promise<void>
}

/** A port on 127.0.0.1 that leads to a socket of this machine, as long as it is whole. */
export async function breakableWay(socketPath: string): Promise<BreakableWay> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
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
    near.pipe(far).pipe(near)
  })
  let port = 0
  const mend = () =>
    new Promise<void>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as { port: number }).port
        resolve()
      }),
    )
  await mend()
  return {
    port,
    mend,
    breakOff: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
