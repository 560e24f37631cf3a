import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { describeActivity, pickKind } from '../simulator/activities.ts'
import { isGate } from '../simulator/gate-lock.ts'
import { mainCustomerId, otherCustomerId } from './accounts.ts'
import { cnpjOf } from './cnpj-of.ts'

/** The parts of large data, which the start reports as progress. */
export type LargePart = 'condominiums' | 'devices' | 'events' | 'indexes'

const condominiumCount = 10_000
const devicesEach = 5
const listenerCount = 64
const listenerPort = 7_070
const operatorCondominiums = 2_000
/** Events per condominium with past events: over a million in all. */
const eventsOfOne = 155
/** In so many consecutive events each kind has its share. */
const eventRound = 190

const kinds = ['Edifício', 'Residencial', 'Condomínio', 'Conjunto', 'Solar', 'Parque', 'Torre', 'Vila']
const names = `
  Água Viva, São João, Açucena, Conceição, Ipê Amarelo, Três Irmãos, Maranhão, Jacarandá, Atlântica,
  Coração de Maria, Montanhês, Recanto do Açude, Bragança, Itaú, Paranaguá, Caminho do Mar, Estância Velha, Piauí,
  Guarujá, Santo Antônio, Morumbi, Ouro Preto, Vitória-Régia, Araçá, Sabiá
`
  .trim()
  .split(/,\s+/)
const deviceNames = ['Leitor Social', 'Portão Garagem', 'Leitor Serviço', 'Catraca Torre A', 'Catraca Torre B']

/**
 * Creates 10,000 condominiums with 50,000 devices behind 64 addresses and over a million events in two months; the same
 * names every time.
 */
export async function seedLarge(
  database: Queryable,
  now: number,
  {
    eventsEach = eventsOfOne,
    onPart,
  }: { eventsEach?: number | undefined; onPart?: ((part: LargePart) => void) | undefined },
): Promise<void> {
  onPart?.('condominiums')
  const cnpjs = Array.from({ length: condominiumCount }, (_, index) => cnpjOf(10_000_000 + index))
  await database.execute(
    `insert into condominiums
       (id, customers_id, name, word_code, cnpj, cep, street, number, district, city, state, phone,
        last_event_at, last_event_ip)
     select 'condominio-' || lpad(n::text, 5, '0'), $1,
       ($2::text[])[1 + n % $6] || ' ' || ($3::text[])[1 + (n / $6) % $7] || ' ' || n,
       'C' || lpad(n::text, 5, '0') || '-1', cnpj, lpad((1000000 + n * 17)::text, 8, '0'),
       'Rua ' || ($3::text[])[1 + n % $7], (10 + n % 990)::text, 'Centro', 'São Paulo', 'SP',
       '1130' || lpad((n % 1000000)::text, 6, '0'),
       case when n % 3 > 0 then $5::timestamptz - (n % 400) * interval '1 minute' end,
       case when n % 3 > 0 then '127.20.0.' || (1 + n % ${listenerCount}) end
     from unnest($4::text[]) with ordinality as seeded (cnpj, ordinal), lateral (select ordinal::int as n) as numbered`,
    [mainCustomerId, kinds, names, cnpjs, new Date(now), kinds.length, names.length],
  )
  await database.execute(
    `insert into condominiums (id, customers_id, name, word_code)
     values ('condominio-outro', $1, 'Edifício Mar Aberto', 'MARABERTO-01')`,
    [otherCustomerId],
  )
  onPart?.('devices')
  await database.execute(
    `insert into devices (word_code, condominium_id, name, model, ip, port, status, last_contact_at, latency_ms, can_open)
     select 'C' || lpad(n::text, 5, '0') || '-' || device, 'condominio-' || lpad(n::text, 5, '0'),
       ($1::text[])[device], 'CA-200 Leitor', '127.20.0.' || (1 + n % ${listenerCount}), ${listenerPort}, 'online', $2, 3 + device, ($3::boolean[])[device]
     from generate_series(1, ${condominiumCount}) as n, generate_series(1, ${devicesEach}) as device`,
    [deviceNames, new Date(now), deviceNames.map(isGate)],
  )
  onPart?.('events')
  await withoutIndexes(database, 'events', async () => {
    await plantEvents(database, eventsEach)
    onPart?.('indexes')
  })
  await database.execute(
    "insert into device_changes (word_code, kind, at) select word_code, 'online', $1 from devices order by word_code",
    [new Date(now)],
  )
  await database.execute(
    `insert into user_condominiums (user_id, condominium_id)
     select 'user-operador', id from condominiums where customers_id = $1 order by id limit ${operatorCondominiums}`,
    [mainCustomerId],
  )
}

/** Gives two of three condominiums past events: one about every nine hours; the newest equals the condominium's last event. */
async function plantEvents(database: Queryable, eventsEach: number): Promise<void> {
  const templates = Array.from({ length: eventRound }, (_, index) => {
    const kind = pickKind(() => index / eventRound)
    return { kind, text: describeActivity(kind, '', () => (index % 7) / 7) }
  })
  await database.execute(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     select condominium.id, left(word_code, -1) || device, last_event_ip, ($1::text[])[template],
       ($2::text[])[template] || ($3::text[])[device],
       last_event_at - age * interval '9 hours' - least(age, 1) * ((n * 37 + age * 101) % 31000) * interval '1 second' as at
     from (select *, right(id, 5)::int as n from condominiums where last_event_at is not null order by id) as condominium,
       generate_series(0, ${eventsEach - 1}) as age,
       lateral (select 1 + (n + age) % $4 as device, 1 + (n * 7 + age * 89) % $5 as template) as chosen
     order by at, n`,
    [
      templates.map(({ kind }) => kind),
      templates.map(({ text }) => text),
      deviceNames,
      deviceNames.length,
      templates.length,
    ],
  )
}

const definition = v.object({ drop: v.string(), make: v.string() })

/**
 * Does `work` without the table's indexes and keys, then restores them: with a million new rows this takes less than half the time. If
 * `work` violates a key, restoring fails. Inside a transaction other sessions do not see the change.
 */
export async function withoutIndexes(database: Queryable, table: string, work: () => Promise<void>): Promise<void> {
  const keys = await database.query(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'f', 'u') order by contype = 'f'`,
    [table],
    definition,
  )
  const indexes = await database.query(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [table],
    definition,
  )
  const all = [...keys, ...indexes]
  for (const { drop } of all.toReversed()) await database.execute(drop)
  await work()
  for (const { make } of all) await database.execute(make)
}
