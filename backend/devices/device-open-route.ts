import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { OpeningAnswer, OpeningOutcome } from '../../contract/devices/opening.ts'
import { reasonOf, reasonRule } from '../../contract/fields/reason.ts'
import { openingBody } from '../../contract/wire/requests/devices.ts'
import { deviceRoutes as wire } from '../../contract/wire/routes/devices.ts'
import { requireCaller, requireDevice, requireNoWall } from '../access/access.ts'
import { attemptLimit, countAttempt } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import type { DeviceCommands } from './device-commands.ts'
import { deadlineOf, earlierOpening, outcomeOf, requireOpenable } from './device-openings.ts'
import { noteDone } from './device-timeline.ts'
import { changeOf } from './device-write-routes.ts'

type OpenRouteParts = { database: Database; commands: DeviceCommands; now: () => number }

const { count, eachDevice, timeMs } = bounds.openings.most

/** `POST device/open`: opens a gate or a door once, and never after the deadline (OPEN-1). */
export function deviceOpenRoute(api: FastifyInstance, { database, commands, now }: OpenRouteParts): void {
  const ofPerson = attemptLimit(database, { name: 'open', count, timeMs }, now)
  const ofDevice = attemptLimit(database, { name: 'open-device', count: eachDevice, timeMs }, now)
  const answerOf = (outcome: OpeningOutcome, message = ''): OpeningAnswer => ({
    outcome,
    at: new Date(now()).toISOString(),
    message,
  })

  serve(
    api,
    wire.openDevice,
    async (request) => {
      const { account } = identityOf(request)
      const { wordCode } = request.params
      const { deadline, reason: typed } = parseInput(openingBody, request.body)
      const until = deadlineOf(deadline, now())
      const device = await requireDevice(database, account, wordCode)
      requireOpenable(device)
      const reason = reasonOf(typed)
      const problem = reason === '' && !(await needsReason(account.customersId)) ? undefined : reasonRule(reason)
      if (problem !== undefined) throw new Refusal(422, { fields: { reason: problem } })
      const change = changeOf(request)
      const key = change.key ?? randomUUID()
      const earlier = await earlierOpening(database, wordCode, key)
      if (earlier !== undefined) return answerOf(earlier)
      await countAttempt(ofPerson, `${account.userId} ${wordCode}`)
      await countAttempt(ofDevice, wordCode)
      const data = { deadline: deadline.toISOString(), ...(reason !== '' && { reason }) }
      try {
        return await commands.open(change, device, { key, until, data }, async (transaction) => {
          await noteDone(transaction, wordCode, 'opened', new Date(now()))
          return { result: answerOf('opened') }
        })
      } catch (error) {
        if (!(error instanceof Refusal) || error.status === 404) throw error
        return answerOf(outcomeOf(error), error.message)
      }
    },
    {
      async admit(request) {
        const { account } = identityOf(request)
        requireCaller(account, request.params.userId)
        await requireNoWall(database, account, request.params.wordCode)
      },
    },
  )

  async function needsReason(customersId: string): Promise<boolean> {
    const [needs] = await valuesOf(
      database,
      'select opening_needs_reason from customers where id = $1',
      [customersId],
      v.boolean(),
    )
    return needs ?? false
  }
}
