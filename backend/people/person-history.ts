import * as v from 'valibot'
import { type PersonHistory, type personActs, personHistory } from '../../contract/wire/answers/people.ts'
import { personIn } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import type { Actor } from '../evidence/fact.ts'
import { Personal } from '../evidence/personal.ts'
import { type EndedAccess, factsOfEnds } from './access-ends.ts'

const mostActs = 200
const { changes } = personHistory.entries.result.item.entries

export type PersonAct = (typeof personActs)[number]
export type PersonChange = v.InferOutput<typeof changes>[number]

/** Address and browser of the holder of a one-time link. */
export type LinkHolder = { ip: string; agent: string }

type NotedAct = {
  act: PersonAct
  actor: Actor
  at: number
  changed?: PersonChange[]
  ended?: EndedAccess
  holder?: LinkHolder
}

/** Returns the id of the person who acted; null for an operator at the server's machine. */
export function personIdOf(actor: Actor): string | null {
  return 'person' in actor ? actor.person : null
}

const ofPerson = v.object({ customersId: v.string(), name: v.string(), email: v.string() })

/** Stores an act, with a record of each access that it ended, as the last lock of its transaction. `at` in epoch milliseconds. */
export async function noteAct(
  transaction: Queryable,
  personId: string,
  { act, actor, at, changed = [], ended = { sessions: [], wallLinks: [] }, holder }: NotedAct,
): Promise<void> {
  await transaction.execute(
    'insert into person_acts (user_id, at, act, by_id, by_link, changes) values ($1, $2, $3, $4, $5, $6::jsonb)',
    [personId, new Date(at), act, personIdOf(actor), 'link' in actor, JSON.stringify(changed)],
  )
  const [person] = await transaction.query(
    'select customers_id as "customersId", name, email from users where id = $1',
    [personId],
    ofPerson,
  )
  if (person === undefined) throw new Error('the person does not exist')
  const who = { name: new Personal(person.name), email: new Personal(person.email) }
  const ends = factsOfEnds(ended, { person: personId, how: act, actor, at })
  await appendFacts(transaction, person.customersId, ...ends, {
    kind: 'person',
    at,
    actor,
    subject: { person: personId },
    data: {
      ...{ act, ...who },
      ...(holder && { from: new Personal(holder.ip), agent: new Personal(holder.agent) }),
      ...(changed.length > 0 && { changed: changed.map(recorded) }),
    },
  })
}

function recorded({ field, before, after }: PersonChange) {
  const isOwn = field === 'name'
  return {
    field,
    before: isOwn ? new Personal(before) : before,
    after: isOwn ? new Personal(after) : after,
  }
}

const actRow = v.object({ ...personHistory.entries.result.item.entries, at: timeColumn })

export async function historyOf(database: Queryable, personId: string): Promise<PersonHistory> {
  const result = await database.query(
    `select id::text, at, act, ${personIn('by_id')} as by, by_link as "byLink", changes
     from person_acts where user_id = $1 order by person_acts.id desc limit ${mostActs}`,
    [personId],
    actRow,
  )
  return { result }
}
