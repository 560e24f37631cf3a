import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

// Below the range of ephemeral ports: the system can't have given this port to another test's server.
const port = 19_417

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

it.each([
  [false, 422, 404],
  [undefined, 201, 200],
])(
  'a device at a loopback address opens a port only if the simulator is on (simulator: %s) (OPS-4)',
  async (simulator, created, status) => {
    const backend = await startTestBackend(simulator === undefined ? {} : { simulator })
    try {
      const admin = await signIn(backend, 'admin')
      const path = '/device-control/device/condominio-01/user-admin/LACO-01'
      const device = { name: 'Leitor', model: 'CA-200', ip: '127.0.0.1', port }
      expect((await admin.call(path, { method: 'POST', body: device })).status).toBe(created)
      expect(await answers('127.0.0.1', port)).toBe(simulator === undefined)
      expect((await admin.call('/rest/simulator/device/LACO-01')).status).toBe(status)
    } finally {
      await backend.close()
    }
  },
)
