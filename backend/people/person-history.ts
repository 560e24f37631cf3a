import * as v from 'valibot'
import { type PersonHistory, type personActs, personHistory } from '../../contract/wire/answers/people.ts'
import { personIn } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, Personal } from '../evidence/fact.ts'
import { type EndedAccess, factsOfEnds } from './access-ends.ts'

const mostActs = 200
const { changes } = personHistory.entries.result.item.entries

export type PersonAct = (typeof personActs)[number]
export type PersonChange = v.InferOutput<typeof changes>[number]

/** Person who changes an access, by id; null for an operator at the server's machine. */
export type Doer = string | null

type NotedAct = { act: PersonAct; by: Doer; at: number; changed?: PersonChange[]; ended?: EndedAccess }

const ofPerson = v.object({ customersId: v.string(), name: v.string(), email: v.string() })

/** Stores an act, with a record of each access that it ended, as the last lock of its transaction. `at` in epoch milliseconds. */
export async function noteAct(
  transaction: Queryable,
  personId: string,
  { act, by, at, changed = [], ended = { sessions: [], wallLinks: [] } }: NotedAct,
): Promise<void> {
  await transaction.execute(
    'insert into person_acts (user_id, at, act, by_id, changes) values ($1, $2, $3, $4, $5::jsonb)',
    [personId, new Date(at), act, by, JSON.stringify(changed)],
  )
  const [person] = await transaction.query(
    'select customers_id as "customersId", name, email from users where id = $1',
    [personId],
    ofPerson,
  )
  if (person === undefined) throw new Error('the person does not exist')
  const who = { name: new Personal(personId, person.name), email: new Personal(personId, person.email) }
  const actor: Actor = by === null ? { machine: true } : { person: by }
  const ends = factsOfEnds(ended, { person: personId, how: act, actor, at })
  await appendFacts(transaction, person.customersId, ...ends, {
    kind: 'person',
    at,
    actor,
    subject: { person: personId },
    data: { act, ...who, ...(changed.length > 0 && { changed: changed.map((each) => recorded(personId, each)) }) },
  })
}

function recorded(personId: string, { field, before, after }: PersonChange) {
  const isOwn = field === 'name'
  return {
    field,
    before: isOwn ? new Personal(personId, before) : before,
    after: isOwn ? new Personal(personId, after) : after,
  }
}

const actRow = v.object({ ...personHistory.entries.result.item.entries, at: timeColumn })

export async function historyOf(database: Queryable, personId: string): Promise<PersonHistory> {
  const result = await database.query(
    `select id::text, at, act, ${personIn('by_id')} as by, changes
     from person_acts where user_id = $1 order by person_acts.id desc limit ${mostActs}`,
    [personId],
    actRow,
  )
  return { result }
}
