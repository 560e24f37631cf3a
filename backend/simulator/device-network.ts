import * as v from 'valibot'
import type { Database } from '../database.ts'
import { startDeviceListener } from './device-listener.ts'

const boundAtOnce = 16

/**
 * Starts one listener for each address that the records name and writes back where it really listens.
 * Resolves to a function that stops them all.
 */
export async function startDeviceNetwork(database: Database): Promise<() => Promise<void>> {
  const endpoints = await database.query(
    'select distinct ip, port from devices order by ip, port',
    [],
    v.object({ ip: v.string(), port: v.number() }),
  )
  const stops: (() => Promise<void>)[] = []
  for (let start = 0; start < endpoints.length; start += boundAtOnce)
    await Promise.all(
      endpoints.slice(start, start + boundAtOnce).map(async (recorded) => {
        const listener = await startDeviceListener(recorded)
        stops.push(listener.close)
        if (listener.ip === recorded.ip && listener.port === recorded.port) return
        await database.execute('update devices set ip = $3, port = $4 where ip = $1 and port = $2', [
          recorded.ip,
          recorded.port,
          listener.ip,
          listener.port,
        ])
      }),
    )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
