import * as v from 'valibot'
import { requireTable } from '../database/migrations.ts'
import { OperatorError } from '../database/operator-error.ts'
import { clockState, confirmClock } from '../database/trusted-clock.ts'
import type { LocalCommand } from '../local-commands/local-command.ts'

const asked = v.picklist(['show', 'confirm'])
export type ClockCommandInput = v.InferOutput<typeof asked>

/** Times are ISO; `trustedAt` is null before the first start of a server. */
export const clockAnswer = v.object({ now: v.string(), trustedAt: v.nullable(v.string()), isPlausible: v.boolean() })

/** Shows the server's clock beside the trusted time; `confirm` makes the clock trusted first. */
export const clockCommand: LocalCommand = async ({ database, now }, input) => {
  const act = v.safeParse(asked, input)
  if (!act.success) throw new OperatorError(act.issues[0].message)
  // A command changes no schema: instances of an older version may be using the database.
  await requireTable(database, 'server_clock')
  const time = now()
  if (act.output === 'confirm') await confirmClock(database, time)
  const state = await clockState(database, time)
  const answer: v.InferOutput<typeof clockAnswer> = {
    now: new Date(time).toISOString(),
    trustedAt: state?.trustedAt.toISOString() ?? null,
    isPlausible: state?.isPlausible ?? true,
  }
  return answer
}
