import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { busOver } from '../../../backend/bus/bus.ts'
import type { BusMessage } from '../../../backend/bus/bus-message.ts'
import { postgresTransport } from '../../../backend/bus/postgres-transport.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { eventually } from '../../eventually.ts'
import { type PostgresServer, replicatedSettings, startPostgres } from '../../postgres-server.ts'
import { recordBus } from '../bus/recorded-bus.ts'
import { type BreakableWay, breakableWay } from '../parts/breakable-way.ts'

const provenEveryMs = 50
const cleanUps: (() => Promise<unknown>)[] = []
let old: PostgresServer
let standby: PostgresServer
let way: BreakableWay

beforeEach(async () => {
  old = await startPostgres({ settings: replicatedSettings })
  cleanUps.push(old.stop)
  standby = await startPostgres({ settings: replicatedSettings, standbyOf: old })
  cleanUps.push(standby.stop)
  way = await breakableWay(old.socketPath)
  cleanUps.push(way.breakOff)
}, 60_000)
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const customers = (...list: string[]): BusMessage => ({ kind: 'changedCustomers', list })

/** Starts the database and the bus of an instance, and collects the received messages. */
async function instance(url: string) {
  const database = await openPostgresDatabase(url, { provenEveryMs })
  const bus = busOver(database, postgresTransport(database))
  cleanUps.push(() => database.close())
  const received = await recordBus(bus)
  return { bus, database, received }
}

describe.each([
  ['still accepts writes', async () => {}],
  [
    'is read-only',
    () => old.administer("alter system set default_transaction_read_only = 'on'", 'select pg_reload_conf()'),
  ],
] as const)(
  'a fail-over of PostgreSQL that leaves the old connections open, when the old server %s (SCA-2)',
  (_, fence) => {
    it('reconnects the listening connection and the pool, so that messages of another instance arrive again', async () => {
      const one = await instance(`postgres://guarita@127.0.0.1:${way.port}/postgres`)
      await one.bus.publish(customers('before'))
      await eventually(() => expect(one.received).toEqual([customers('before')]))

      await fence()
      await standby.administer('select pg_promote()')
      way.turnTo(standby.socketPath)
      await eventually(() => expect(one.received.slice(1)).toEqual(['lost', 'resumed']))

      const other = await instance(standby.urlOf('postgres'))
      await other.bus.publish(customers('of the other'))
      await one.bus.publish(customers('own'))
      const after = [customers('of the other'), customers('own')]
      await eventually(() => expect([one.received.slice(3), other.received]).toEqual([after, after]))
      await one.database.script('create table written_after (a integer)')
      await standby.administer('select from written_after')
    }, 60_000)
  },
)

it('a listening connection that passes each proof is not replaced (SCA-2)', async () => {
  const one = await instance(`postgres://guarita@127.0.0.1:${way.port}/postgres`)
  const before = way.connections()
  await eventually(() => expect(way.connections()).toBeGreaterThan(before + 5))
  await one.bus.publish(customers('after'))
  await eventually(() => expect(one.received).toEqual([customers('after')]))
})
