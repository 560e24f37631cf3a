import * as v from 'valibot'
import { ageFrom } from '../clock/age.ts'
import type { Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { valuesOf } from '../database/row-values.ts'
import { isAllowedAddress, type Purpose } from '../network/allowed-address.ts'

const readEveryMs = 15_000
const notAllowed = 'O servidor não procura dispositivos neste endereço. Informe o endereço do dispositivo na rede dele.'

export type DeviceNetworks = {
  purpose: Purpose
  /** Resolves to a map from each forbidden address to its problem, as a text for a person. */
  problemsOf(database: Queryable, customersId: string, addresses: readonly string[]): Promise<Map<string, string>>
  /** Whether the server may connect to the device. A change of the customer's networks takes effect within 15 s. */
  allows(device: { wordCode: string; ip: string }): Promise<boolean>
}

/**
 * Decides where the server looks for devices: in the customer's networks, at loopback only with the simulator, never at another address of
 * this computer.
 */
export function deviceNetworks(database: Queryable, now: () => number, isSimulated: boolean): DeviceNetworks {
  const purpose: Purpose = isSimulated ? 'simulatedDevice' : 'device'
  let outside: ReadonlySet<string> = new Set()
  let reading: { ageMs: () => number; ended: Promise<void> } | undefined

  async function read(): Promise<void> {
    outside = new Set(
      await valuesOf(
        database,
        `select devices.word_code || ' ' || ip from customers
           join condominiums on customers_id = customers.id join devices on condominium_id = condominiums.id
         where device_networks is not null and not ${isInNetworks('ip')}`,
        [],
        v.string(),
      ),
    )
  }

  return {
    purpose,
    async problemsOf(within, customersId, addresses) {
      const wrong = await valuesOf(
        within,
        `select ip from customers, unnest($2::text[]) as ip
         where id = $1 and device_networks is not null and not ${isInNetworks('ip')}`,
        [customersId, addresses],
        v.string(),
      )
      const [networks = ''] =
        wrong.length === 0
          ? []
          : await valuesOf(
              within,
              "select array_to_string(device_networks, ', ') from customers where id = $1",
              [customersId],
              v.string(),
            )
      return new Map([
        ...wrong.map(
          (ip) => [ip, `O servidor só procura dispositivos em ${networks}. Informe um endereço dali.`] as const,
        ),
        ...addresses.flatMap((ip) => (isAllowedAddress(ip, purpose) ? [] : [[ip, notAllowed] as const])),
      ])
    },
    async allows({ wordCode, ip }) {
      if (reading === undefined || reading.ageMs() >= readEveryMs)
        reading = { ageMs: ageFrom(now), ended: read().catch(passOverUnavailable) }
      await reading.ended
      return isAllowedAddress(ip, purpose) && !outside.has(`${wordCode} ${ip}`)
    },
  }
}

/**
 * SQL condition: the address is in the customer's `device_networks`. A loopback address always passes, because the simulator decides about
 * loopback.
 */
export function isInNetworks(ip: string): string {
  return `(${ip} like '127.%' or exists (select from unnest(device_networks) as network where ${ip}::inet <<= network::inet))`
}
