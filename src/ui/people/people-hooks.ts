import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Person } from '../../../contract/wire/answers/people.ts'
import { useFlow } from '../panel-context.tsx'

/** Everybody of the customer, by name; asked for anew by each view that shows them. */
export function usePeople(): readonly Person[] {
  const flow = useFlow('people')
  useEffect(() => flow.send({ type: 'people.want' }), [flow])
  return useSelector(flow, (people) => people.context.people)
}
