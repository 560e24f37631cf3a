import * as v from 'valibot'
import { addressRule } from '../../contract/fields/device-address.ts'
import type { Queryable } from '../database/database.ts'
import { requireTable } from '../database/migrations.ts'
import { OperatorError } from '../database/operator-error.ts'
import type { LocalCommand } from '../local-commands/local-command.ts'
import { isInNetworks } from './device-networks.ts'

const network = v.pipe(
  v.string(),
  v.check((text) => {
    const [base = '', bits = '', ...more] = text.split('/')
    return (
      more.length === 0 && addressRule(base) === undefined && /^\d{1,2}$/.test(bits) && isInternal(base, Number(bits))
    )
  }, 'Liste redes internas como 192.168.10.0/24,10.20.0.0/16.'),
)

/** `networks`: the new networks of the customer. An empty list allows every internal network; if `networks` is absent, nothing changes. */
const asked = v.object({ customer: v.optional(v.string()), networks: v.optional(v.array(network)) })
export type NetworksCommandInput = v.InferOutput<typeof asked>

/**
 * `networks`: null if every internal network is allowed. `outside`: the devices outside of the networks, which the server no longer calls.
 */
export const networksAnswer = v.array(
  v.object({ customer: v.string(), networks: v.nullable(v.array(v.string())), outside: v.array(v.string()) }),
)

/** Shows the networks in which the server looks for devices, or sets the networks of one customer. */
export const networksCommand: LocalCommand = async ({ database }, input) => {
  const parsed = v.safeParse(asked, input)
  if (!parsed.success) throw new OperatorError(parsed.issues[0].message)
  const { customer, networks } = parsed.output
  // A command changes no schema: instances of an older version may be using the database.
  await requireTable(database, 'bus_key')
  if (networks !== undefined) {
    await database.execute('update customers set device_networks = $2 where id = $1', [
      await customerNamed(database, customer),
      networks.length === 0 ? null : networks,
    ])
  }
  return database.query(
    `select name as customer, device_networks as networks, array(
       select devices.word_code from devices join condominiums on condominiums.id = devices.condominium_id
       where customers_id = customers.id and device_networks is not null and not ${isInNetworks('ip')}
       order by devices.word_code) as outside
     from customers order by name, id`,
    [],
    networksAnswer.item,
  )
}

/** Returns the id of the customer with this name or, without a name, of the only customer. */
async function customerNamed(database: Queryable, wanted: string | undefined): Promise<string> {
  const there = await database.query(
    'select id, name from customers order by name, id',
    [],
    v.object({ id: v.string(), name: v.string() }),
  )
  const [meant, ...others] = there.filter(({ id, name }) => wanted === undefined || wanted === id || wanted === name)
  if (meant !== undefined && others.length === 0) return meant.id
  const names = there.map(({ name }) => `"${name}"`).join(', ')
  throw new OperatorError(`Escolha uma administradora com --customer "NOME". Há ${names || 'nenhuma ainda'}.`)
}

/** Whether the whole network is internal: its first and its last address are internal. */
function isInternal(base: string, bits: number): boolean {
  if (bits < 8 || bits > 32) return false
  const first = base.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  const size = 2 ** (32 - bits)
  const start = Math.floor(first / size) * size
  return [start, start + size - 1].every((address) => addressRule(dotted(address)) === undefined)
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}
