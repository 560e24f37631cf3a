import * as v from 'valibot'
import type { Dossier } from '../../contract/wire/answers/evidence.ts'
import type { Queryable } from '../database/database.ts'

/** By id, what whoever and whatever the records name is called now. */
export async function namesIn(
  database: Queryable,
  customersId: string,
  records: readonly Record<string, unknown>[],
  people: readonly string[],
): Promise<Dossier['names']> {
  const named = { person: new Set(people), device: new Set<string>(), condominium: new Set<string>() }
  for (const record of records)
    for (const told of [record.actor, record.subject])
      for (const [what, ids] of Object.entries(named)) {
        const id = v.is(holder, told) ? told[what] : undefined
        if (typeof id === 'string') ids.add(id)
      }
  const rows = await database.query(
    `select 'people' as kind, id, name from users where customers_id = $1 and id = any($2)
     union all
     select 'devices', devices.word_code, devices.name from devices join condominiums on condominiums.id = devices.condominium_id
     where customers_id = $1 and devices.word_code = any($3)
     union all
     select 'condominiums', id, name from condominiums where customers_id = $1 and condominiums.id = any($4)`,
    [customersId, [...named.person], [...named.device], [...named.condominium]],
    v.object({ kind: v.picklist(['people', 'devices', 'condominiums']), id: v.string(), name: v.string() }),
  )
  const names: Dossier['names'] = { people: {}, devices: {}, condominiums: {} }
  for (const { kind, id, name } of rows) names[kind][id] = name
  return names
}

const holder = v.record(v.string(), v.unknown())
