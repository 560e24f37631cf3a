import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Person } from '../../../contract/wire/answers/people.ts'
import { useFlow } from '../panel-context.tsx'

/** People of the customer, sorted by name; each view that mounts reloads the list. */
export function usePeople(): readonly Person[] {
  const flow = useFlow('people')
  useEffect(() => flow.send({ type: 'people.want' }), [flow])
  return useSelector(flow, (people) => people.context.people)
}
