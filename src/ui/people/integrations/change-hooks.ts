import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { integrationListsMachine } from '../../../machines/people/integration-lists.machine.ts'
import type { IntegrationChange } from '../../../services/people/integrations-api.ts'

export interface ListsProps {
  lists: ActorRefFrom<typeof integrationListsMachine>
}

/** The running change, or why the last change failed. */
export function useChange(lists: ListsProps['lists']): {
  running: IntegrationChange | null
  failure: { type: IntegrationChange['type']; text: string } | null
} {
  const change = useSelector(lists, ({ context }) => context.change)
  const text = useSelector(lists, ({ context }) => context.failure)
  const isRunning = useSelector(lists, (snapshot) => snapshot.hasTag('changing'))
  return {
    running: isRunning ? change : null,
    failure: isRunning || change === null || text === null ? null : { type: change.type, text },
  }
}
