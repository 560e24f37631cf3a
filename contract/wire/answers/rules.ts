import * as v from 'valibot'
import { count, isoTime } from '../scalars.ts'

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/**
 * The rules of a build (EVI-10), as records of the kind `rules` have them. `hash`: SHA-256 of the canonical JSON of `{charts, constants}`.
 * `charts`: a hash of each chart; `constants`: times in milliseconds; `words`: the rules in Portuguese.
 */
export const ruleSet = v.object({
  version: v.string(),
  commit: v.nullable(v.string()),
  hash,
  charts: v.record(v.string(), hash),
  constants: v.record(v.string(), v.number()),
  words: v.array(v.object({ id: v.string(), text: v.string() })),
})

export type RuleSet = v.InferOutput<typeof ruleSet>

/** A changed rule. `before` is null for a new rule, `after` is null for a removed rule. */
const changedRule = v.object({ id: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })

/** Rules with the time in which they were in force. `seq`: the first record with these rules; `until`: null if no other rules follow. */
const rulesInForce = v.object({
  ...ruleSet.entries,
  seq: count,
  since: isoTime,
  until: v.nullable(isoTime),
  /** Null if no earlier rules are recorded. `charts`: names of the charts that differ. */
  changes: v.nullable(v.object({ rules: v.array(changedRule), charts: v.array(v.string()) })),
})

export type RulesInForce = v.InferOutput<typeof rulesInForce>

/** The rules that were in force on a day, oldest first; empty if none are recorded, and for a day to come. */
export const rulesAnswer = v.object({ on: v.string(), result: v.array(rulesInForce) })

export type RulesAnswer = v.InferOutput<typeof rulesAnswer>
