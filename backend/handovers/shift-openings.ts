import * as v from 'valibot'
import { openingOutcomes } from '../../contract/devices/opening.ts'
import { type ShiftOpenings, shiftOpenings } from '../../contract/wire/answers/handovers.ts'
import { type Account, personIn } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'

const mostOthers = 200

const openingRow = v.object({
  ...shiftOpenings.entries.others.item.entries,
  outcome: v.picklist(openingOutcomes),
  at: timeColumn,
})

/**
 * Lists the openings since `from` whose command is newer than `after`, at the condominiums that the person may see
 * (OPEN-2). The records of the chain decide the outcome. An opening without an answer is unknown.
 */
export async function openingsOfShift(
  database: Queryable,
  account: Account,
  { from, after }: { from: Date; after: number },
): Promise<ShiftOpenings> {
  const openings = await database.query(
    `with told as materialized (
       select at, kind, word_code, condominium_id, record::jsonb #>> '{actor,person}' as by_id, record::jsonb -> 'data' as data,
         (record::jsonb #>> '{data,number}')::bigint as number
       from evidence where customers_id = $1 and at >= $4
         and kind in ('command.received', 'command.answered', 'command.checked') and record::jsonb #>> '{data,op}' = 'open')
     select received.at, ${personIn('received.by_id')} as by, received.word_code as "wordCode", coalesce(devices.name, '') as name,
       condominiums.id as "condominiumId", condominiums.name as "condominiumName",
       case when answered.data @> '{"ok": true}' then 'opened' else coalesce(answered.data ->> 'outcome', 'unknown') end as outcome,
       coalesce(answered.data ->> 'message', '') as message, (checked.data ->> 'acted')::boolean as acted
     from told as received
       join condominiums on condominiums.id = received.condominium_id
       left join devices on devices.word_code = received.word_code
       left join told as answered on answered.number = received.number and answered.kind = 'command.answered'
       left join told as checked on checked.number = received.number and checked.kind = 'command.checked'
     where received.kind = 'command.received' and received.number > $5 and ${visibleCondominiums(1)}
     order by received.number`,
    [...visibilityOf(account), from, after],
    openingRow,
  )
  const others = openings.filter(({ outcome }) => outcome !== 'opened')
  return { confirmed: openings.length - others.length, others: others.slice(-mostOthers) }
}
