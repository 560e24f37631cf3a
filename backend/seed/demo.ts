import type { Queryable } from '../database/database.ts'
import { columnsOf } from '../database/row-values.ts'
import { describeActivity, pickKind } from '../simulator/activities.ts'
import { isGate } from '../simulator/gate-lock.ts'
import { mainCustomerId, otherCustomerId } from './accounts.ts'
import { cnpjOf } from './cnpj-of.ts'
import { condominiumOf, type DemoCondominium, demoCondominiums } from './demo-condominiums.ts'
import { seedContacts } from './demo-contacts.ts'
import { seededRandom } from './seeded-random.ts'

const operatorCondominiums = 8
const dayMs = 24 * 60 * 60_000
const eventsEach = 25
const models = ['CA-200 Leitor', 'CA-310 Portão', 'CA-450 Catraca']

const otherCondominium = condominiumOf(
  'Edifício Mar Aberto; MARABERTO; Avenida da Praia, 12, Pitangueiras, Guarujá, SP, 11410000; Leitor Social; 3',
)

/** Creates twelve condominiums with forty devices, past events and notifications; one condominium of another customer. */
export async function seedDemo(database: Queryable, now: number): Promise<void> {
  const events: PastEvent[] = []
  for (const [index, condominium] of [...demoCondominiums, otherCondominium].entries()) {
    const customersId = condominium === otherCondominium ? otherCustomerId : mainCustomerId
    events.push(...(await plant(database, { customersId, number: index + 1, condominium, now })))
  }
  await database.execute(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     select event.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
       as event (id, word_code, ip, kind, description, at) order by at, id`,
    columnsOf(events, ['id', 'wordCode', 'ip', 'kind', 'description', 'at']),
  )
  await database.execute(
    `insert into user_condominiums (user_id, condominium_id)
     select 'user-operador', id from condominiums where customers_id = $1 order by id limit ${operatorCondominiums}`,
    [mainCustomerId],
  )
  await seedContacts(
    database,
    mainCustomerId,
    demoCondominiums.map((_, index) => ({ id: condominiumIdOf(index + 1), number: index + 1 })),
  )
  await seedNotifications(database, now)
  await seedChanges(database, now)
}

/** Creates six days in which each device was offline at times, and one night without a server (PAGE-5). */
async function seedChanges(database: Queryable, now: number): Promise<void> {
  const beganAt = now - 6 * dayMs
  const nightAt = now - 3 * dayMs
  await database.execute(
    `insert into server_runs (started_at, seen_at) values ($1, $2), ($2::timestamptz + interval '7 hours', $3)`,
    [new Date(beganAt), new Date(nightAt), new Date(now)],
  )
  await database.execute(
    `insert into device_changes (word_code, kind, at, seq)
     select word_code, kind, at, 1 + coalesce(
       (select events.id from events where events.at <= seeded.at order by events.at desc, events.id desc limit 1), 0)
     from (
       select word_code, 'online' as kind, $1::timestamptz as at from devices
       union all
       select word_code, change.kind, $2::timestamptz - (outage * 37 + nth % 29) * interval '1 hour' + change.after
       from (select word_code, row_number() over (order by word_code) as nth from devices) as numbered,
         generate_series(1, 1 + nth % 3) as outage,
         (values ('offline', interval '0'), ('online', interval '9 minutes')) as change (kind, after)
     ) as seeded order by at, word_code`,
    [new Date(beganAt), new Date(now)],
  )
}

type Planting = { customersId: string; number: number; condominium: DemoCondominium; now: number }

async function plant(
  database: Queryable,
  { customersId, number, condominium, now }: Planting,
): Promise<readonly PastEvent[]> {
  const id = condominiumIdOf(number)
  const ip = `127.20.0.${number}`
  const { address } = condominium
  await database.execute(
    `insert into condominiums
       (id, customers_id, name, word_code, cnpj, cep, street, number, district, city, state, phone,
        gatehouse_phone, maintenance_phone)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      customersId,
      condominium.name,
      wordCodeOf(condominium, 0),
      cnpjOf(90_417_300 + number * 37),
      address.cep,
      address.street,
      address.number,
      address.district,
      address.city,
      address.state,
      `1130${String(551_200 + number * 13)}`,
      number % 4 === 0 ? null : `1198${String(7_100_400 + number * 1_009)}`,
      number % 4 === 0 ? null : '1140028922',
    ],
  )
  for (const [index, name] of condominium.devices.entries())
    await database.execute(
      `insert into devices (word_code, condominium_id, name, model, ip, port, status, last_contact_at, latency_ms, can_open)
       values ($1, $2, $3, $4, $5, 0, 'online', $6, $7, $8)`,
      [
        wordCodeOf(condominium, index),
        id,
        name,
        models[index % models.length],
        ip,
        new Date(now),
        4 + index,
        isGate(name),
      ],
    )
  const events = pastEvents({ id, ip, condominium, now, random: seededRandom(number) })
  await database.execute('update condominiums set last_event_at = $2, last_event_ip = $3 where id = $1', [
    id,
    events.at(-1)?.at ?? null,
    events.length > 0 ? ip : null,
  ])
  return events
}

type EventPlanting = { id: string; ip: string; condominium: DemoCondominium; now: number; random: () => number }

/** An event of the condominium `id`. */
type PastEvent = { id: string; wordCode: string; ip: string; kind: string; description: string; at: string }

/** Creates the events of a condominium, oldest first. */
function pastEvents({ id, ip, condominium, now, random }: EventPlanting): readonly PastEvent[] {
  if (condominium.quietMinutes === undefined) return []
  let at = now - condominium.quietMinutes * 60_000 - 5_000
  return Array.from({ length: eventsEach }, () => {
    const device = Math.floor(random() * condominium.devices.length)
    const kind = pickKind(random)
    const event = {
      id,
      ip,
      wordCode: wordCodeOf(condominium, device),
      kind,
      description: describeActivity(kind, condominium.devices[device] ?? '', random),
      at: new Date(at).toISOString(),
    }
    at -= Math.round((1 + random() * 40) * 60_000)
    return event
  }).reverse()
}

/** Creates more than ten for the admin, so that the bell shows 'Ver todas as notificações' (NOT-2); none for the auditor. */
async function seedNotifications(database: Queryable, now: number): Promise<void> {
  const texts = ['Manutenção agendada', 'Dispositivo sem contato', 'Relatório mensal pronto', 'Porta forçada']
  for (const [userId, count] of [
    ['user-admin', 12],
    ['user-operador', 3],
  ] as const)
    for (let index = count - 1; index >= 0; index -= 1) {
      const number = index % operatorCondominiums
      await database.execute(
        `insert into notifications (id, user_id, title, body, data, is_read, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          `aviso-${userId}-${index + 1}`,
          userId,
          texts[index % texts.length],
          `${demoCondominiums[number]?.name}: consulte a página do condomínio.`,
          { condominiumId: condominiumIdOf(number + 1) },
          index >= 5,
          new Date(now - (index * 95 + 7) * 60_000),
        ],
      )
    }
}

function condominiumIdOf(number: number): string {
  return `condominio-${String(number).padStart(2, '0')}`
}

function wordCodeOf(condominium: DemoCondominium, deviceIndex: number): string {
  return `${condominium.code}-${String(deviceIndex + 1).padStart(2, '0')}`
}
