import * as v from 'valibot'
import { count, id, isoTime } from '../../scalars.ts'

export const faults = ['up', 'refuse', 'hang', 'slow', 'garbage'] as const

/**
 * A simulated device: how it fails, the newest requests that reached it (50 at most, oldest first), and how often it really
 * acted in the last 7 days.
 */
export const simulatedDeviceSchema = v.object({
  wordCode: id,
  fault: v.picklist(faults),
  received: v.array(v.object({ op: v.string(), key: v.nullable(v.string()), at: isoTime })),
  acted: v.object({ restart: count, activate: count, deactivate: count, remove: count }),
})

export type SimulatedDevice = v.InferOutput<typeof simulatedDeviceSchema>

/** How a simulated device behaves; backend/README.md says what a call to it then comes to. */
export type DeviceFault = SimulatedDevice['fault']

export const faultsChanged = v.object({ changed: count })

export const burstAnswer = v.object({ messages: count, idsEach: count })
