import * as v from 'valibot'
import { id } from '../../scalars.ts'

/** Whether the server could reach a port (spec §3); `wordCode` and `deviceName` only of a known device. */
export const portTestSchema = v.object({
  ip: id,
  success: v.boolean(),
  port: v.optional(v.nullable(v.number()), null),
  latencyMs: v.optional(v.nullable(v.number()), null),
  wordCode: v.optional(v.nullable(v.string())),
  deviceName: v.optional(v.nullable(v.string())),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

export type PortTest = v.InferOutput<typeof portTestSchema>

export const portTestList = v.array(portTestSchema)
