import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { io } from 'socket.io-client'
import { afterEach, expect, inject, it } from 'vitest'
import { startBackend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { cheapCost } from '../../prepared-database.ts'
import { signIn } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

it('a server that receives no live events reports the warning `bus` on /readyz and closes its sockets (SCA-2, DUR-4)', async () => {
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  const options = { port: 0, dataDir: 'memory', seed: 'demo', databaseUrl, passwordCost: cheapCost } as const
  const backend = await startBackend(options)
  cleanUps.push(backend.close)
  const admin = new Client(inject('postgresUrl'))
  await admin.connect()
  cleanUps.push(() => admin.end())
  const { token } = await signIn(backend, 'admin')
  const socket = io(backend.url, { transports: ['websocket'], auth: { token }, reconnection: false })
  cleanUps.push(() => socket.close())
  await eventually(() => expect(socket.connected).toBe(true))
  const readiness = async () => (await fetch(`${backend.url}/readyz`)).json()
  expect(await readiness()).toEqual({ ready: true })

  const name = new URL(databaseUrl).pathname.slice(1)
  await admin.query(`alter database ${name} allow_connections false`)
  const { rowCount } = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ~* '^listen|is_read_only'",
    [name],
  )
  expect(rowCount).toBeGreaterThan(0)
  await eventually(() => expect(socket.connected).toBe(false))
  await eventually(async () => expect(await readiness()).toEqual({ ready: true, warnings: ['bus'] }))

  await admin.query(`alter database ${name} allow_connections true`)
  await eventually(async () => expect(await readiness()).toEqual({ ready: true }))
  socket.connect()
  await eventually(() => expect(socket.connected).toBe(true))
}, 60_000)
