import * as v from 'valibot'
import { isoTime, namedPerson } from '../scalars.ts'

/** The people on duty, by name (CALL-2); `since`: the start of the person's shift, null if it is not known. */
export const onDutySchema = v.array(v.object({ ...namedPerson.entries, since: v.nullable(isoTime) }))

export type OnDuty = v.InferOutput<typeof onDutySchema>
