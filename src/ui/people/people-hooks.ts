import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Person } from '../../../contract/wire/answers/people.ts'
import { useFlow } from '../panel-context.tsx'

const nobody: readonly Person[] = []

/** Everybody of the customer, by name; asked for anew by each view that shows them. */
export function usePeople(): readonly Person[] {
  const flow = useFlow('people')
  useEffect(() => flow?.send({ type: 'people.want' }), [flow])
  return useSelector(flow, (people) => people?.context.people ?? nobody)
}

/** How the list stands. */
export function usePeopleStatus(): 'loading' | 'failed' | 'listed' {
  return useSelector(useFlow('people'), (people) => {
    if (people?.hasTag('error')) return 'failed'
    return people?.hasTag('listed') ? 'listed' : 'loading'
  })
}

/** Why the list is not there, as a text for a person. */
export function usePeopleFailure(): string {
  return useSelector(useFlow('people'), (people) => people?.context.failure?.message ?? '')
}
