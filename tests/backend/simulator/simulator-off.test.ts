import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

// Beneath those that a system gives to whoever asks for any: another test's server may have one of them.
const port = 19_417

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

it.each([
  [false, 404],
  [undefined, 200],
])(
  'with the simulator %s a device at a loopback address opens a port or does not (OPS-4)',
  async (simulator, status) => {
    const backend = await startTestBackend(simulator === undefined ? {} : { simulator })
    try {
      const admin = await signIn(backend, 'admin')
      const path = '/device-control/device/condominio-01/user-admin/LACO-01'
      const device = { name: 'Leitor', model: 'CA-200', ip: '127.0.0.1', port }
      expect((await admin.call(path, { method: 'POST', body: device })).status).toBe(201)
      expect(await answers('127.0.0.1', port)).toBe(simulator === undefined)
      expect((await admin.call('/rest/simulator/device/LACO-01')).status).toBe(status)
    } finally {
      await backend.close()
    }
  },
)
