import { expect, it } from 'vitest'
import { busOver } from '../../../backend/bus/bus.ts'
import type { BusMessage } from '../../../backend/bus/bus-message.ts'
import { redisTransport } from '../../../backend/bus/redis-transport.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { eventually } from '../../eventually.ts'
import { preparedImage } from '../../prepared-database.ts'
import { breakableWay } from '../parts/breakable-way.ts'
import { recordBus } from './recorded-bus.ts'
import { hasRedis, startRedis } from './redis-server.ts'

it.skipIf(!hasRedis())(
  'messages arrive again after a fail-over of Redis that leaves the old connections open (SCA-2)',
  async () => {
    const [old, fresh] = [await startRedis(), await startRedis()]
    const way = await breakableWay(old.socketPath)
    const database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
    const instance = async (url: string) => {
      const bus = busOver(database, redisTransport(url, database, 50))
      const received = await recordBus(bus)
      return { ...bus, received }
    }
    const customers = (...list: string[]): BusMessage => ({ kind: 'changedCustomers', list })
    const one = await instance(`redis://127.0.0.1:${way.port}`)
    const before = way.connections()
    await eventually(() => expect(way.connections()).toBeGreaterThan(before + 3))
    expect(one.received).toEqual([])

    way.turnTo(fresh.socketPath)
    await eventually(() => expect(one.received).toEqual(['lost', 'resumed']))
    const other = await instance(fresh.url)
    await other.publish(customers('of the other'))
    await one.publish(customers('own'))
    const after = [customers('of the other'), customers('own')]
    await eventually(() => expect([one.received.slice(2), other.received]).toEqual([after, after]))
    for (const bus of [one, other]) await bus.close()
    await database.close()
    await way.breakOff()
    for (const server of [old, fresh]) await server.stop()
  },
  60_000,
)
