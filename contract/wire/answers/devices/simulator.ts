import * as v from 'valibot'
import { count, id, isoTime } from '../../scalars.ts'

export const faults = ['up', 'refuse', 'hang', 'slow', 'garbage', 'late', 'mute', 'decline'] as const

/** `received`: the newest 50 requests, oldest first; `acted`: executed commands in the last 7 days. */
export const simulatedDeviceSchema = v.object({
  wordCode: id,
  fault: v.picklist(faults),
  received: v.array(v.object({ op: v.string(), key: v.nullable(v.string()), at: isoTime })),
  acted: v.object({ restart: count, activate: count, deactivate: count, remove: count, open: count }),
})

export type SimulatedDevice = v.InferOutput<typeof simulatedDeviceSchema>

/** The behaviour of a simulated device; backend/README.md lists the result of a call for each. */
export type DeviceFault = SimulatedDevice['fault']

export const faultsChanged = v.object({ changed: count })

export const burstAnswer = v.object({ messages: count, idsEach: count })
