import * as v from 'valibot'
import type { Bus } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { lockPeople } from './people-lock.ts'
import { type Deed, disablePerson } from './person-changes.ts'

/** Each kind of data that is kept about a person, and its rows, as a JSON text; `$1` is the person's id. */
const kinds = {
  pessoa: `select id, email, name, type, permissions, sees_all, created_at, disabled_at from users where id = $1`,
  condominios: 'select condominium_id from user_condominiums where user_id = $1',
  sessoes: 'select created_at, last_seen_at, expires_at, user_agent, remember from sessions where user_id = $1',
  notificacoes: 'select title, body, created_at from notifications where user_id = $1',
  historico: 'select at, act, changes from person_acts where user_id = $1 order by id',
  feitoPelaPessoa: 'select at, act, user_id from person_acts where by_id = $1 order by id',
  ocorrencias: 'select at, act, text, incident_id from incident_notes where by_id = $1 or to_id = $1 order by id',
  telasDePlantao: 'select name, created_at, last_seen_at from wall_links where user_id = $1',
  turnos: 'select at, from_id, to_id, note from handovers where from_id = $1 or to_id = $1 order by at',
  declaradoPeloPainel: `select at, received_at, word_code, condominium_id, kind, cause, command, outcome, reason from device_audit
    where user_id = $1 order by row_number`,
  registros: `select customers_id, seq, at, kind, word_code, condominium_id,
      (select jsonb_agg(kept ->> 'value') from jsonb_array_elements(personal) as kept where kept ->> 'of' = $1) as dados
    from evidence
    where record::jsonb @> jsonb_build_object('actor', jsonb_build_object('person', $1::text))
      or record::jsonb @> jsonb_build_object('subject', jsonb_build_object('person', $1::text))
      or personal @> jsonb_build_array(jsonb_build_object('of', $1::text))
    order by customers_id, seq`,
} as const

/** Everything that is kept about a person (EVI-6), by kind. */
export async function personsData(database: Database, personId: string): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {}
  for (const [kind, rows] of Object.entries(kinds)) {
    const [found] = await database.query(
      `select coalesce(json_agg(kept), '[]')::text as rows from (${rows}) as kept`,
      [personId],
      v.object({ rows: v.pipe(v.string(), v.parseJson()) }),
    )
    told[kind] = found?.rows
  }
  return told
}

/**
 * Erases a person, and from the records what belongs to them alone: the chain still verifies, and has their id (EVI-6). What they have open
 * ends at once. Rejects with 409 for the last administrator.
 */
export async function erasePerson(bus: Bus, deed: Deed, personId: string): Promise<void> {
  await disablePerson(bus, deed, personId)
  await bus.commit(async (transaction) => {
    await lockPeople(transaction, deed.customersId)
    await transaction.execute('delete from users where id = $1', [personId])
    await eraseFromRecords(transaction, personId)
    await appendFacts(transaction, deed.customersId, [
      { kind: 'erased', at: deed.now, actor: { machine: true }, subject: { person: personId } },
    ])
  })
}

async function eraseFromRecords(transaction: Queryable, personId: string): Promise<void> {
  await transaction.execute(
    `update evidence set personal = coalesce((
       select jsonb_agg(kept) from jsonb_array_elements(personal) as kept where kept ->> 'of' is distinct from $1), '[]')
     where personal @> jsonb_build_array(jsonb_build_object('of', $1::text))`,
    [personId],
  )
}
