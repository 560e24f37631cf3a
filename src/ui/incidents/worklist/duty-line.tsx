import { useSelector } from '@xstate/react'
import { dutyText } from '../duty-text.ts'
import { useWorklist } from './worklist-hooks.ts'

/**
 * Shows the people on duty (CALL-2). The line is empty until the people are known, so that nothing moves. A server
 * without this feature gets no line.
 */
export function DutyLine({ isBesideOnly = false }: { isBesideOnly?: boolean }) {
  const duty = useSelector(useWorklist(), (worklist) => worklist?.children.duty)
  const onDuty = useSelector(duty, (snapshot) => snapshot?.context.onDuty ?? null)
  if (duty === undefined) return null
  return (
    <p className={`worklist-duty text-soft text-sm text-anywhere ${isBesideOnly ? 'is-beside-only' : ''}`}>
      {onDuty !== null && dutyText(onDuty)}
    </p>
  )
}
