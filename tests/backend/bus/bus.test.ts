import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { type Bus, busOver } from '../../../backend/bus/bus.ts'
import type { BusMessage } from '../../../backend/bus/bus-message.ts'
import { inProcessTransport } from '../../../backend/bus/in-process-transport.ts'
import { postgresTransport } from '../../../backend/bus/postgres-transport.ts'
import { redisTransport } from '../../../backend/bus/redis-transport.ts'
import type { Transport } from '../../../backend/bus/transport.ts'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { eventually } from '../../eventually.ts'
import { preparedImage } from '../../prepared-database.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'
import { recordBus } from './recorded-bus.ts'
import { hasRedis, startRedis } from './redis-server.ts'

type Kind = {
  name: string
  /** Reason why this machine can't test the transport. */
  skipped?: string
  /** Number of instances to test with. */
  instances: number
  start(): Promise<SharedServices>
}
/** The services that the instances of one test share. */
type SharedServices = {
  open(): Promise<{ database: Database; transport: Transport }>
  /** Cuts the connections of the transport, as a network failure does. */
  cut?(): Promise<void>
  end(): Promise<void>
}

const postgresUrl = inject('postgresUrl')

const embedded: Kind = {
  name: 'within the process',
  instances: 1,
  async start() {
    const database = await openEmbeddedDatabase('memory', { image: await preparedImage('demo') })
    return { open: async () => ({ database, transport: inProcessTransport() }), end: () => database.close() }
  },
}

const redis: Kind = {
  name: 'over Redis',
  ...(!hasRedis() && { skipped: 'no redis-server on this machine' }),
  instances: 3,
  async start() {
    const server = await startRedis()
    const database = await openEmbeddedDatabase('memory', { image: await preparedImage('demo') })
    return {
      open: async () => ({ database, transport: redisTransport(server.url, database) }),
      cut: server.cutAll,
      end: async () => {
        await database.close()
        await server.stop()
      },
    }
  },
}

function postgres(serverUrl: string): Kind {
  return {
    name: 'over PostgreSQL',
    instances: 3,
    async start() {
      const url = await postgresCopy(serverUrl, 'demo', randomUUID())
      const databases: Database[] = []
      const name = new URL(url).pathname.slice(1)
      const observer = await openPostgresDatabase(serverUrl)
      return {
        async open() {
          const database = await openPostgresDatabase(url)
          databases.push(database)
          return { database, transport: postgresTransport(database) }
        },
        async cut() {
          await observer.execute(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ~* '^listen|is_read_only'`,
            [name],
          )
        },
        async end() {
          await observer.close()
          for (const database of databases) await database.close()
        },
      }
    },
  }
}

it('the bus reports the address of a Redis that does not answer', async () => {
  const database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  const transport = redisTransport('redis://:segredo@127.0.0.1:1', database)
  const listener = { onText: () => {}, onLost: () => {}, onResumed: () => {}, onMissed: () => {} }
  const refusal = await transport.listen(listener).catch(String)
  expect(refusal).toContain('O Redis em 127.0.0.1:1 não respondeu.')
  expect(refusal).not.toContain('segredo')
  await transport.close()
  await database.close()
})

const kinds = postgresUrl === undefined ? [embedded, redis] : [postgres(postgresUrl)]

describe.each(kinds)('a bus $name (SCA-2)', ({ skipped, instances, start }) => {
  let services: Promise<SharedServices> | undefined
  const buses: Bus[] = []
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close()
  })
  afterAll(async () => (await services)?.end())

  async function instance() {
    services ??= start()
    const { database, transport } = await (await services).open()
    const bus = busOver(database, transport)
    buses.push(bus)
    const received = await recordBus(bus)
    return { ...bus, database, received }
  }
  const open = () => Promise.all(Array.from({ length: instances }, instance))
  const test = it.skipIf(skipped !== undefined)
  const customers = (...list: string[]): BusMessage => ({ kind: 'changedCustomers', list })

  test(`delivers each message once to each instance, in order${skipped === undefined ? '' : `: ${skipped}`}`, async () => {
    const all = await open()
    const sent = Array.from({ length: 50 }, (_, index) => customers(`${index}`))
    for (const message of sent) await all[0]?.publish(message)
    await eventually(() => expect(all.map(({ received }) => received)).toEqual(all.map(() => sent)))
  })

  test('delivers a list of any length, complete and in order', async () => {
    const all = await open()
    const list = Array.from({ length: 5_000 }, (_, index) => `condomínio-${index}`)
    await all[0]?.publish({ kind: 'condominiums', list })
    await all[0]?.publish(customers('last'))
    for (const { received } of all) {
      await eventually(() => expect(received.at(-1)).toEqual(customers('last')))
      const parts = received.slice(0, -1).map((message) => (typeof message === 'string' ? message : message.list))
      expect(parts.flat()).toEqual(list)
    }
  })

  test('delivers the messages of a committed transaction, and none of a transaction that was rolled back', async () => {
    const all = await open()
    const work = (name: string) =>
      all[0]?.commit(async (transaction, publish) => {
        await transaction.execute("update customers set name = $1 where id = 'horizonte'", [name])
        publish(customers(name))
        publish(customers(`${name} too`))
        if (name === 'never') throw new Error('no')
        return name
      })
    await expect(work('never')).rejects.toThrow('no')
    expect(await work('kept')).toBe('kept')
    const expected = [customers('kept'), customers('kept too')]
    await eventually(() => expect(all.map(({ received }) => received)).toEqual(all.map(() => expected)))
  })

  if (instances > 1)
    test('reports a lost connection and its recovery', async () => {
      const all = await open()
      await (await services)?.cut?.()
      const expected = all.map(() => ['lost', 'resumed'])
      await eventually(() => expect(all.map(({ received }) => received.slice(0, 2))).toEqual(expected))
      // The sending connection may recover later than the receiving one.
      let sent = 0
      await eventually(async () => {
        await all[1]?.publish(customers(`${sent++}`))
        for (const { received } of all) expect(received.some((message) => typeof message !== 'string')).toBe(true)
      })
      await all[1]?.publish(customers('end'))
      for (const { received } of all) {
        await eventually(() => expect(received.at(-1)).toEqual(customers('end')))
        const messages = received.map((message) => JSON.stringify(message)).filter((text) => text.startsWith('{'))
        expect(messages).toEqual([...new Set(messages)])
      }
    })

  test('delivers nothing after it was closed', async () => {
    const [first, ...others] = await open()
    await first?.close()
    const speaker = others[0] ?? (await instance())
    await speaker.publish(customers('closed'))
    await eventually(() => expect(speaker.received).toHaveLength(1))
    expect(first?.received).toEqual([])
  })
})
