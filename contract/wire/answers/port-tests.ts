import * as v from 'valibot'
import { id } from '../text.ts'

/** Whether the port of a device could be reached from the server (spec §3). */
export const portTestSchema = v.object({
  ip: id,
  success: v.boolean(),
  port: v.optional(v.nullable(v.number()), null),
  latencyMs: v.optional(v.nullable(v.number()), null),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

export type PortTest = v.InferOutput<typeof portTestSchema>

export const portTestList = v.array(portTestSchema)
