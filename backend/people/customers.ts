import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'

/**
 * The id of the customer that a command at the machine means: the one of that name, a new one, or the only one there is. Rejects with
 * `OperatorError` where that is nobody, or could be several.
 */
export async function customerFor(
  database: Queryable,
  { customer, newCustomer }: { customer?: string | undefined; newCustomer?: string | undefined },
  newId: () => string,
): Promise<string> {
  const there = await database.query(
    'select id, name from customers order by name, id',
    [],
    v.object({ id: v.string(), name: v.string() }),
  )
  if (newCustomer !== undefined) {
    if (there.some(({ name }) => name === newCustomer))
      throw new OperatorError(`Já existe a administradora "${newCustomer}".`)
    const id = newId()
    await database.execute('insert into customers (id, name) values ($1, $2)', [id, newCustomer])
    return id
  }
  const meant = there.filter(({ id, name }) => customer === undefined || id === customer || name === customer)
  if (meant.length === 1 && meant[0]) return meant[0].id
  if (there.length === 0)
    throw new OperatorError('Ainda não há nenhuma administradora. Diga o nome da primeira com --new-customer "NOME".')
  const names = there.map(({ name }) => `"${name}"`).join(', ')
  throw new OperatorError(`Diga de qual administradora é a pessoa, com --customer "NOME". Há ${names}.`)
}
