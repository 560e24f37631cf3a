import * as v from 'valibot'
import { ruleWords } from '../../contract/rules/rule-words.ts'
import { constantsByName, ruleCharts, ruleConstants } from '../../contract/rules/rules.ts'
import { type RuleSet, ruleSet } from '../../contract/wire/answers/rules.ts'
import type { BuiltVersion } from '../../contract/wire/version.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts, holdEnd } from '../evidence/append.ts'
import { canonical, sha256 } from '../evidence/chain-record.ts'
import { theServer } from '../evidence/fact.ts'

/** The server records the rules again after this time, which limits the part of the chain that a dossier must verify. */
const statedEveryMs = 7 * 24 * 60 * 60_000
/** Largest age of the last record of the rules while a server runs. */
export const rulesStatedWithinMs = statedEveryMs + 24 * 60 * 60_000

/** The rules of this program (EVI-10). */
export function rulesOf({ version, commit }: BuiltVersion): RuleSet {
  const charts = ruleCharts
  const constants = constantsByName(ruleConstants)
  return {
    version,
    commit,
    hash: sha256(canonical({ charts, constants })),
    charts,
    constants,
    words: ruleWords(ruleConstants),
  }
}

/**
 * Records the rules in the chain of each customer whose last record of the rules is missing or a week old; at a start, also if the last
 * record has other rules. Later calls ignore other rules, because another instance may run with them during an upgrade.
 */
export async function recordRules(
  database: Database,
  rules: RuleSet,
  now: number,
  { isStart }: { isStart: boolean },
): Promise<void> {
  const isWanted = (last: LastRules) =>
    last.hash === null || now - last.at.getTime() >= statedEveryMs || (isStart && last.hash !== rules.hash)
  for (const { id } of (await lastRules(database, null)).filter(isWanted))
    await database.transaction(async (transaction) => {
      await holdEnd(transaction, id)
      const [last] = await lastRules(transaction, id)
      if (last === undefined || !isWanted(last)) return
      await appendFacts(transaction, id, { kind: 'rules', at: now, actor: theServer, subject: {}, data: rules })
    })
}

const lastRow = v.variant('hash', [
  v.object({ id: v.string(), hash: v.null(), at: v.null() }),
  v.object({ id: v.string(), hash: v.string(), at: v.date() }),
])
type LastRules = v.InferOutput<typeof lastRow>

/** Returns the last recorded rules of a customer, or of all customers for null. */
function lastRules(database: Queryable, customersId: string | null): Promise<LastRules[]> {
  return database.query(
    `select id, last.hash, last.at from customers left join lateral (
       select record::jsonb #>> '{data,hash}' as hash, at from evidence
       where customers_id = customers.id and kind = 'rules' order by seq desc limit 1) as last on true
     where $1::text is null or id = $1 order by id`,
    [customersId],
    lastRow,
  )
}

export const rulesRecord = v.pipe(v.string(), v.parseJson(), v.object({ data: ruleSet }))
