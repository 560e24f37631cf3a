import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { personFormMachine } from '../../machines/people/person-form.machine.ts'
import { useFlowState } from '../panel-context.tsx'

/** The form of the person whose page is open. */
export function usePersonForm(): ActorRefFrom<typeof personFormMachine> | undefined {
  const page = useFlowState('people', (people) => people.children.page)
  return useSelector(page, (snapshot) => snapshot?.children.form)
}
