import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'

const named = v.object({ id: v.string(), name: v.string() })
export type NamedCondominium = v.InferOutput<typeof named>

/**
 * Assigns exactly these condominiums to a person of the customer, in the transaction; resolves to those given and taken, by name.
 * Rejects with 422 where one of them is not the customer's.
 */
export async function assign(
  transaction: Queryable,
  { id, customersId }: { id: string; customersId: string },
  condominiumsId: readonly string[],
): Promise<{ given: NamedCondominium[]; taken: NamedCondominium[] }> {
  const wanted = [...new Set(condominiumsId)]
  // One that is deleted meanwhile is waited for, and then not there.
  const found = await transaction.query(
    'select id, name from condominiums where customers_id = $1 and id = any($2::text[]) order by id for key share',
    [customersId, wanted],
    named,
  )
  if (found.length < wanted.length) throw new Refusal(422, { fields: { condominiumsId: unknownCondominium } })
  const taken = await transaction.query(
    `delete from user_condominiums using condominiums
     where user_id = $1 and condominiums.id = condominium_id and not condominium_id = any($2::text[])
     returning condominiums.id, condominiums.name`,
    [id, wanted],
    named,
  )
  const given = await transaction.query(
    `insert into user_condominiums (user_id, condominium_id) select $1, unnest($2::text[])
     on conflict do nothing returning condominium_id as id, '' as name`,
    [id, wanted],
    named,
  )
  const added = new Set(given.map((one) => one.id))
  return { given: byName(found.filter((one) => added.has(one.id))), taken: byName(taken) }
}

const unknownCondominium = 'Há um condomínio que não existe mais. Recarregue a página e escolha de novo.'

function byName(condominiums: NamedCondominium[]): NamedCondominium[] {
  return condominiums.toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'))
}
