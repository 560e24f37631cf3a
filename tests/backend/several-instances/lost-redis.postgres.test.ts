import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { hasRedis, type RedisServer, startRedis } from '../bus/redis-server.ts'
import { type BreakableWay, breakableWay } from '../parts/breakable-way.ts'
import { signIn } from '../parts/embedded-backend.ts'
import { startTwoInstances, type TwoInstances } from '../parts/two-instances.ts'

const metricsToken = 'um-segredo-so-para-medir'

describe.skipIf(!hasRedis())('an instance whose Redis does not answer (SCA-2)', () => {
  let redis: RedisServer
  let way: BreakableWay
  let instances: TwoInstances
  const logged: string[] = []
  const sockets: Socket[] = []

  beforeAll(async () => {
    redis = await startRedis()
    way = await breakableWay(redis.url.slice('unix://'.length))
    const write = (line: string) => {
      const { warning, msg } = JSON.parse(line)
      if (warning === 'bus') logged.push(msg)
    }
    instances = await startTwoInstances(
      { redisUrl: redis.url, metricsToken },
      { redisUrl: `redis://127.0.0.1:${way.port}`, log: { level: 'warn', format: 'json', write } },
    )
  })
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await instances?.close()
    await way.breakOff()
    await redis.stop()
  })

  function connect(url: string, token: string): Promise<Socket> {
    const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    sockets.push(socket)
    return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('connect_error', reject))
  }
  const readiness = async (url: string) => (await fetch(`${url}/readyz`)).json()
  const metric = async (name: string) => {
    const answer = await fetch(`${instances.second.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    return new RegExp(`^${name} (.*)$`, 'm').exec(await answer.text())?.[1]
  }

  it('ends its sockets within seconds, refuses new ones, reports the loss once, and recovers', async () => {
    const { first, second } = instances
    const { token } = await signIn(first, 'admin')
    const there = await connect(second.url, token)
    expect(await metric('guarita_bus_connected')).toBe('1')

    way.fallSilent()
    const silentAt = performance.now()
    await eventually(() => expect(there.connected).toBe(false))
    expect(performance.now() - silentAt).toBeLessThan(12_000)
    await expect(connect(second.url, token)).rejects.toThrow('websocket error')
    expect(await readiness(second.url)).toEqual({ ready: true, warnings: ['bus'] })
    expect(await readiness(first.url)).toEqual({ ready: true })
    expect(await metric('guarita_bus_connected')).toBe('0')
    expect((await connect(first.url, token)).connected).toBe(true)

    await way.breakOff()
    await way.mend()
    const again = await eventually(() => connect(second.url, token))
    const received: unknown[] = []
    again.on('events:condominiums:lastActivity', (activity) => received.push(activity))
    const activity = await first.emitGateEvent({ condominiumId: 'condominio-01', kind: 'intercom' })
    await eventually(() => expect(received).toEqual([activity]))
    expect(await readiness(second.url)).toEqual({ ready: true })
    expect(logged).toEqual([
      expect.stringContaining('As mensagens das outras instâncias não chegam.'),
      expect.stringMatching(/^resolvido: /),
    ])
  })
})
