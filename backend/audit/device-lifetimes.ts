import * as v from 'valibot'
import { clockToleranceMs } from '../../contract/evidence/audit-marks.ts'
import type { Queryable } from '../database/database.ts'

/** `isBegin` is true if the device was created or imported, and false if the device was deleted. */
const change = v.object({ wordCode: v.string(), isBegin: v.boolean(), at: v.date() })
type Change = v.InferOutput<typeof change>
type Lifetime = { from: number; to: number }

/** Whether the customer had a device at a time, within the tolerance for clocks (EVI-2). */
export type WasThere = (wordCode: string, at: Date) => boolean

/** Reads the lifetimes of devices from the records of the chain. A device without a record of its creation is older than the records. */
export async function deviceLifetimes(
  database: Queryable,
  customersId: string,
  wordCodes: readonly string[],
): Promise<WasThere> {
  const changes = await database.query(
    `select "wordCode", "isBegin", at from (
       select seq, word_code as "wordCode", kind = 'device.created' as "isBegin", at from evidence
       where customers_id = $1 and word_code = any($2) and kind in ('device.created', 'device.deleted')
       union all
       select seq, code, true, at from evidence, jsonb_array_elements_text(record::jsonb #> '{data,devices}') as code
       where customers_id = $1 and kind = 'device.imported' and code = any($2)) as changes order by seq`,
    [customersId, wordCodes],
    change,
  )
  const stored = await database.query(
    `select devices.word_code as "wordCode" from devices join condominiums on condominiums.id = devices.condominium_id
     where devices.word_code = any($2) and customers_id = $1`,
    [customersId, wordCodes],
    v.object({ wordCode: v.string() }),
  )
  const changesOf = Map.groupBy(changes, ({ wordCode }) => wordCode)
  const isStored = new Set(stored.map(({ wordCode }) => wordCode))
  const lifetimes = new Map(
    wordCodes.map((code) => [code, lifetimesOf(changesOf.get(code) ?? [], isStored.has(code))] as const),
  )
  return (wordCode, at) =>
    lifetimes
      .get(wordCode)
      ?.some(({ from, to }) => at.getTime() >= from - clockToleranceMs && at.getTime() <= to + clockToleranceMs) ===
    true
}

function lifetimesOf(changes: readonly Change[], isStored: boolean): Lifetime[] {
  const ends: Change[] = changes.filter(({ isBegin }) => !isBegin)
  const lifetimes = changes.flatMap((begin, index): Lifetime[] => {
    if (!begin.isBegin) return index === 0 ? [{ from: Number.NEGATIVE_INFINITY, to: begin.at.getTime() }] : []
    const end = changes.slice(index).find(({ isBegin }) => !isBegin)
    return [{ from: begin.at.getTime(), to: end?.at.getTime() ?? Number.POSITIVE_INFINITY }]
  })
  const isOpen = changes.at(-1)?.isBegin === true
  if (!isStored || isOpen) return lifetimes
  return [...lifetimes, { from: ends.at(-1)?.at.getTime() ?? Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
}
