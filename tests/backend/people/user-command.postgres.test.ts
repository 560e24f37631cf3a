import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runLocalCommand } from '../../../backend/local-commands/run-command.ts'
import type { DatabasePlace } from '../../../backend/open-database.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { cheapCost } from '../../prepared-database.ts'
import { hasRedis, type RedisServer, startRedis } from '../bus/redis-server.ts'
import { signIn } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

let redis: RedisServer | undefined
let backend: Backend | undefined
let target: DatabasePlace

beforeAll(async () => {
  if (!hasRedis()) return
  redis = await startRedis()
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  target = { dataDir: 'memory', databaseUrl, redisUrl: redis.url }
  backend = await startBackend({ ...target, port: 0, seed: 'demo', passwordCost: cheapCost, sessionSweepMs: 600_000 })
})
afterAll(async () => {
  await backend?.close()
  await redis?.stop()
})

it.skipIf(!hasRedis())(
  'instances connected by Redis apply a command that disables a person at the machine (ACC-1, ACC-2)',
  async () => {
    const url = backend?.url ?? ''
    const { token } = await signIn({ url }, 'operator')
    const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    await runLocalCommand(target, 'user', { act: 'disable', email: 'operador@guarita.demo' })
    await eventually(() => expect(socket.connected).toBe(false))
  },
)
