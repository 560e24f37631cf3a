import { createServer, type Server, type Socket } from 'node:net'
import { mostLineLength } from '../devices/device-protocol.ts'
import { boundPort } from '../free-port.ts'

export type DeviceListener = { ip: string; port: number; close(): Promise<void> }

export type LineHandler = (line: string, socket: Socket) => void

/**
 * Starts a simulated controller: a TCP listener on loopback. It uses the wanted address and port if possible, else a free port at that
 * address, else 127.0.0.1 (for systems without other loopback addresses).
 */
export async function startDeviceListener(
  wanted: { ip: string; port: number },
  onLine: LineHandler,
): Promise<DeviceListener> {
  const candidates = [wanted, { ...wanted, port: 0 }, { ip: '127.0.0.1', port: 0 }]
  for (const candidate of candidates) {
    const listener = await listen(candidate, onLine).catch(() => undefined)
    if (listener) return listener
  }
  throw new Error('no loopback address could be bound for a simulated device')
}

async function listen({ ip, port }: { ip: string; port: number }, onLine: LineHandler): Promise<DeviceListener> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    readLines(socket, onLine)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, ip, resolve)
  })
  return { ip, port: boundPort(server), close: () => closeServer(server, sockets) }
}

function readLines(socket: Socket, onLine: LineHandler): void {
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    received += chunk
    const lines = received.split('\n')
    received = lines.pop() ?? ''
    for (const line of lines) onLine(line, socket)
    if (received.length > mostLineLength) socket.destroy()
  })
}

function closeServer(server: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.resetAndDestroy()
  return new Promise((resolve) => server.close(() => resolve()))
}
