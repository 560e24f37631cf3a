import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { busOver } from '../../../backend/bus/bus.ts'
import { busKey } from '../../../backend/bus/bus-key.ts'
import type { BusMessage } from '../../../backend/bus/bus-message.ts'
import { redisTransport } from '../../../backend/bus/redis-transport.ts'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { eventually } from '../../eventually.ts'
import { preparedImage } from '../../prepared-database.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'

const open = async () => openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
let production: Database
let copy: Database

beforeAll(async () => {
  production = await open()
  copy = await open()
})
afterAll(async () => {
  await production.close()
  await copy.close()
})

describe('the key of the bus', () => {
  it('is the same for all instances on one database, and differs between installations', async () => {
    const [one, same, other] = [await busKey(production), await busKey(production), await busKey(copy)]
    expect(same.channel).toBe(one.channel)
    expect(same.opened(one.signed('olá'))).toBe('olá')
    expect(other.channel).not.toBe(one.channel)
    expect(other.opened(one.signed('olá'))).toBeUndefined()
  })

  it.each(['', 'olá', '{"kind":"condominiums","list":[]}'])(
    'opens the signed text %j, and refuses every changed message',
    async (text) => {
      const key = await busKey(production)
      const message = key.signed(text)
      expect(key.opened(message)).toBe(text)
      for (const changed of [text, `${message}x`, message.slice(1), `0${message}`, message.slice(0, 64).toUpperCase()])
        expect(changed === message ? undefined : key.opened(changed)).toBeUndefined()
    },
  )
})

describe.skipIf(!hasRedis())('two installations on one Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())
  afterEach(() => vi.restoreAllMocks())

  async function instance(database: Database) {
    const bus = busOver(database, redisTransport(server.url, database))
    const received: (BusMessage | 'lost')[] = []
    await bus.listen({
      onMessage: (message) => received.push(message),
      onLost: () => received.push('lost'),
      onResumed() {},
      onMissed() {},
    })
    return { ...bus, received }
  }
  const customers = (...list: string[]): BusMessage => ({ kind: 'changedCustomers', list })

  it('receive only their own messages (SCA-2)', async () => {
    const [one, other] = [await instance(production), await instance(copy)]
    await other.publish(customers('of the copy'))
    await one.publish(customers('of production'))
    await eventually(() => expect(one.received).toEqual([customers('of production')]))
    await eventually(() => expect(other.received).toEqual([customers('of the copy')]))
    await one.close()
    await other.close()
  })

  it('drop messages without a valid signature, including an empty message, and report the problem once', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    const one = await instance(production)
    const { channel } = await busKey(production)
    const foreign = (await busKey(copy)).signed(JSON.stringify(customers('foreign')))
    for (const forged of ['', JSON.stringify(customers('forged')), foreign])
      await server.say('PUBLISH', channel, forged)
    await one.publish(customers('own'))
    await eventually(() => expect(one.received).toEqual([customers('own')]))
    expect(report.mock.calls.flat()).toEqual([expect.stringContaining(`the channel ${channel} of Redis`)])
    await one.close()
  })
})
