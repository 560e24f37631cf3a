import * as v from 'valibot'
import { id, isoTime } from '../scalars.ts'

/** A token with which machines send events (CALL-4). */
export const machineTokenSchema = v.object({
  id,
  name: v.string(),
  /** The condominiums whose devices it may report; null for all, also for later ones. */
  condominiumIds: v.nullable(v.array(id)),
  createdAt: isoTime,
  /** The name of the person who made the token; '' if the person was erased. */
  madeBy: v.string(),
  /** The last request with this token, to the minute; null if the token is unused. */
  lastUsedAt: v.nullable(isoTime),
  /** The token is valid before this time; null for a token without an end, or from a server without this field. */
  expiresAt: v.optional(v.nullable(isoTime), null),
})

export type MachineToken = v.InferOutput<typeof machineTokenSchema>

export const machineTokens = v.object({ result: v.array(machineTokenSchema) })

/** `token` is sent only once. */
export const newMachineToken = v.object({ ...machineTokenSchema.entries, token: id })

export type NewMachineToken = v.InferOutput<typeof newMachineToken>

/** The result of each event, in the order of the request. `repeated`: an event with this id is stored already. */
export const deviceEventResults = v.object({
  result: v.array(
    v.object({
      /** The sender's id; '' if the event had none. */
      id: v.string(),
      outcome: v.picklist(['stored', 'repeated', 'refused']),
      /** The reason of a refusal (pt-BR), else ''. */
      message: v.string(),
    }),
  ),
})

export type DeviceEventResult = v.InferOutput<typeof deviceEventResults>['result'][number]
