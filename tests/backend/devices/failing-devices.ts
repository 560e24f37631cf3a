import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Database } from '../../../backend/database/database.ts'
import type { SignedIn } from '../parts/embedded-backend.ts'
import { recordOf, setFault } from '../parts/simulated-device.ts'

/** Devices of the demo data, one for each way to fail, each in a different condominium. */
export const failingDevices = {
  refused: 'AGUAVIVA-01',
  dropped: 'MANACAS-01',
  hung: 'SAOJOAO-01',
  late: 'CONCEICAO-01',
  silent: 'MONTANHES-01',
  unreachable: 'TRESIRMAOS-01',
  garbage: 'CORACAO-01',
  declined: 'ATLANTICA-01',
  slow: 'ACUDE-01',
} as const

export type WayToFail = keyof typeof failingDevices

/** Makes the device fail in this way; `slowMs` is the delay of a slow device. */
export async function makeFail(
  way: WayToFail,
  { admin, database, silentPort, slowMs }: { admin: SignedIn; database: Database; silentPort: number; slowMs: number },
): Promise<void> {
  const wordCode = failingDevices[way]
  const moveTo = (ip: string, port: number) =>
    database.execute('update devices set ip = $2, port = $3 where word_code = $1', [wordCode, ip, port])
  switch (way) {
    case 'refused':
      return setFault(admin, wordCode, 'refuse')
    case 'dropped':
      // The listener stays open for the second device at the address.
      await addAt(admin, await recordOf(admin, wordCode))
      return setFault(admin, wordCode, 'refuse')
    case 'hung':
      return setFault(admin, wordCode, 'hang')
    case 'late':
      return setFault(admin, wordCode, 'slow', 60_000)
    case 'slow':
      return setFault(admin, wordCode, 'slow', slowMs)
    case 'garbage':
      return setFault(admin, wordCode, 'garbage')
    case 'declined': {
      const other = await recordOf(admin, 'ATLANTICA-02')
      await moveTo(other.ip, other.port)
      return
    }
    case 'silent':
      await moveTo('127.0.0.1', silentPort)
      return
    case 'unreachable':
      await moveTo('255.255.255.255', 9)
  }
}

async function addAt(
  admin: SignedIn,
  { ip, port, condominiumId }: { ip: string; port: number; condominiumId: string },
) {
  const path = `/device-control/device/${condominiumId}/${admin.user.userId}/VIZINHO-01`
  await admin.call(path, { method: 'POST', body: { name: 'Vizinho', model: 'CA-200', ip, port } })
}

/** A port of a stopped process, whose queue of connections is full: a further connection gets no answer. */
export async function silentListener(): Promise<{ port: number; close(): Promise<void> }> {
  const code = `const server = require('node:net').createServer()
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`
  const child: ChildProcess = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = child.stdout === null ? [''] : await once(child.stdout, 'data')
  const port = Number(chunk)
  child.kill('SIGSTOP')
  const waiting: Socket[] = []
  const isTaken = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port })
      waiting.push(socket)
      socket.on('error', () => {})
      socket.once('connect', () => resolve(true))
      setTimeout(() => resolve(false), 500)
    })
  while (await isTaken());
  return {
    port,
    async close() {
      for (const socket of waiting) socket.destroy()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
