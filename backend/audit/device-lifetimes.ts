import * as v from 'valibot'
import { clockToleranceMs } from '../../contract/evidence/audit-marks.ts'
import type { Queryable } from '../database/database.ts'

/** `isBegin` is true if the device was created or imported, and false if the device was deleted. `name`: the last name of a deleted device. */
const change = v.object({ wordCode: v.string(), isBegin: v.boolean(), at: v.date(), name: v.nullable(v.string()) })
type Change = v.InferOutput<typeof change>

/** A device from its creation to its deletion: a code may be used again for another device. `name`: the current or last name, if known. */
export type Lifetime = { from: number; to: number; name: string | null }

/** Reads the lifetimes of the devices of each code from the records of the chain, oldest first. A device without a record of its creation is older than the records. */
export async function deviceLifetimes(
  database: Queryable,
  customersId: string,
  wordCodes: readonly string[],
): Promise<ReadonlyMap<string, readonly Lifetime[]>> {
  const changes = await database.query(
    `select "wordCode", "isBegin", at, name from (
       select seq, word_code as "wordCode", kind = 'device.created' as "isBegin", at,
         (select changed ->> 'before' from jsonb_array_elements(record::jsonb #> '{data,changed}') as changed
          where changed ->> 'field' = 'name') as name from evidence
       where customers_id = $1 and word_code = any($2) and kind in ('device.created', 'device.deleted')
       union all
       select seq, code, true, at, null from evidence, jsonb_array_elements_text(record::jsonb #> '{data,devices}') as code
       where customers_id = $1 and kind = 'device.imported' and code = any($2)) as changes order by seq`,
    [customersId, wordCodes],
    change,
  )
  const stored = await database.query(
    `select devices.word_code as "wordCode", devices.name from devices
     join condominiums on condominiums.id = devices.condominium_id
     where devices.word_code = any($2) and customers_id = $1`,
    [customersId, wordCodes],
    v.object({ wordCode: v.string(), name: v.string() }),
  )
  const changesOf = Map.groupBy(changes, ({ wordCode }) => wordCode)
  const nameOf = new Map(stored.map(({ wordCode, name }) => [wordCode, name]))
  return new Map(wordCodes.map((code) => [code, lifetimesOf(changesOf.get(code) ?? [], nameOf.get(code))] as const))
}

/** Returns the device that had the code at a time, within the tolerance for clocks; undefined if there was none (EVI-2). */
export function deviceAt(lifetimes: readonly Lifetime[] = [], at: Date): Lifetime | undefined {
  const within = (toleranceMs: number) => lifetimes.find((life) => isIn(life, at.getTime(), toleranceMs))
  return within(0) ?? within(clockToleranceMs)
}

function isIn({ from, to }: Lifetime, at: number, toleranceMs: number): boolean {
  return at >= from - toleranceMs && at <= to + toleranceMs
}

/** `storedName`: the name of the device that the customer has now; undefined if there is none. */
function lifetimesOf(changes: readonly Change[], storedName: string | undefined): Lifetime[] {
  const ends = changes.filter(({ isBegin }) => !isBegin)
  const lifetimes = changes.flatMap((begin, index): Lifetime[] => {
    if (!begin.isBegin)
      return index === 0 ? [{ from: Number.NEGATIVE_INFINITY, to: begin.at.getTime(), name: begin.name }] : []
    const end = changes.slice(index).find(({ isBegin }) => !isBegin)
    if (end === undefined) return [{ ...openFrom(begin), name: storedName ?? null }]
    return [{ from: begin.at.getTime(), to: end.at.getTime(), name: end.name }]
  })
  if (storedName === undefined || changes.at(-1)?.isBegin === true) return lifetimes
  return [...lifetimes, { ...openFrom(ends.at(-1)), name: storedName }]
}

function openFrom(begin: Change | undefined): { from: number; to: number } {
  return { from: begin?.at.getTime() ?? Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
}
