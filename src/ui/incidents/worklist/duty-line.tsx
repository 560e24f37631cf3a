import { useSelector } from '@xstate/react'
import { dutyText } from '../duty-text.ts'
import { useWorklist } from './worklist-hooks.ts'

/** The people on duty; an empty line until they are known, so that nothing moves, and no line without the feature (CALL-2). */
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
