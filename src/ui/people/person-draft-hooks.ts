import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { personFormMachine } from '../../machines/people/person-form.machine.ts'
import { useFlowState } from '../panel-context.tsx'

/** Form on the open page of a person. */
export function usePersonForm(): ActorRefFrom<typeof personFormMachine> | undefined {
  const page = useFlowState('people', (people) => people.children.page)
  return useSelector(page, (snapshot) => snapshot?.children.form)
}
