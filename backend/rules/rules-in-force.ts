import * as v from 'valibot'
import type { RuleSet, RulesInForce } from '../../contract/wire/answers/rules.ts'
import type { Queryable } from '../database/database.ts'
import { rulesRecord } from './rules-records.ts'

const positionRow = v.object({ seq: v.number(), at: v.date(), hash: v.string() })
type Position = v.InferOutput<typeof positionRow>

/** Consecutive records with equal rules. */
type Period = { first: Position; records: Position[]; until: Date | null; before: Position | undefined }

/** Returns the rules that were in force at some time between `from` and `to`, oldest first (EVI-10). */
export async function rulesInForce(
  database: Queryable,
  customersId: string,
  { from, to }: { from: Date; to: Date },
): Promise<RulesInForce[]> {
  const positions = await database.query(
    `select seq::int, at, record::jsonb #>> '{data,hash}' as hash from evidence
     where customers_id = $1 and kind = 'rules' order by evidence.seq`,
    [customersId],
    positionRow,
  )
  const found: RulesInForce[] = []
  for (const { first, records, until, before } of periodsOf(positions)) {
    if (first.at >= to || (until !== null && until <= from)) continue
    const last = records.findLast(({ at }) => at < to) ?? first
    const rules = await rulesAt(database, customersId, last.seq)
    const earlier = before && (await rulesAt(database, customersId, before.seq))
    found.push({
      ...rules,
      seq: first.seq,
      since: first.at.toISOString(),
      until: until?.toISOString() ?? null,
      changes: earlier === undefined ? null : changesBetween(earlier, rules),
    })
  }
  return found
}

function periodsOf(positions: readonly Position[]): Period[] {
  const periods: Period[] = []
  for (const position of positions) {
    const current = periods.at(-1)
    if (current?.first.hash === position.hash) {
      current.records.push(position)
      continue
    }
    if (current !== undefined) current.until = position.at
    periods.push({ first: position, records: [position], until: null, before: current?.records.at(-1) })
  }
  return periods
}

async function rulesAt(database: Queryable, customersId: string, seq: number): Promise<RuleSet> {
  const [row] = await database.query(
    'select record from evidence where customers_id = $1 and seq = $2',
    [customersId, seq],
    v.object({ record: rulesRecord }),
  )
  if (row === undefined) throw new Error(`record ${seq} was removed meanwhile`)
  return row.record.data
}

function changesBetween(before: RuleSet, after: RuleSet): NonNullable<RulesInForce['changes']> {
  const [old, own] = [before, after].map(({ words }) => new Map(words.map(({ id, text }) => [id, text])))
  const ids = [...new Set([...(old?.keys() ?? []), ...(own?.keys() ?? [])])]
  return {
    rules: ids
      .map((id) => ({ id, before: old?.get(id) ?? null, after: own?.get(id) ?? null }))
      .filter((rule) => rule.before !== rule.after),
    charts: [...new Set([...Object.keys(before.charts), ...Object.keys(after.charts)])].filter(
      (chart) => before.charts[chart] !== after.charts[chart],
    ),
  }
}
