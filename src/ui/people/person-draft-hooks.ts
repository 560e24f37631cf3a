import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { personFormMachine } from '../../machines/people/person-form.machine.ts'
import type { personPageMachine } from '../../machines/people/person-page.machine.ts'
import { flowHook } from '../panel-context.tsx'

export type PersonPageRef = ActorRefFrom<typeof personPageMachine>
export type PersonFormRef = ActorRefFrom<typeof personFormMachine>

/** Actor of the open page of a person or of an invitation. */
export const usePersonPage = flowHook('people', (people) => people.children.page)

/** Form on the open page of a person. */
export function usePersonForm(): PersonFormRef | undefined {
  return useSelector(usePersonPage(), (page) => page?.children.form)
}
