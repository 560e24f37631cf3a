import * as v from 'valibot'
import { onDutySchema } from '../answers/on-duty.ts'
import { get, type Route } from '../route.ts'

export const onDutyRoutes = {
  onDuty: {
    ...get,
    path: '/on-duty',
    access: 'signedIn',
    summary:
      'The people on duty: each person who is present, sees a condominium that the caller sees, and did not hand over their shift since their last sign-in (CALL-2). At most 100, by name.',
    answer: v.object({ result: onDutySchema }),
  },
} as const satisfies Record<string, Route>
