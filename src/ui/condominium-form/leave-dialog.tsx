import { LeaveQuestion } from '../parts/leave-question.tsx'
import { useLeavingAsked } from './condominium-form-hooks.ts'
import { useCondominiumForm } from './draft-hooks.ts'

/** Asks before a link leads away from what is unsaved (CON-4). */
export function LeaveDialog() {
  const form = useCondominiumForm()
  if (!useLeavingAsked()) return null
  return (
    <LeaveQuestion
      onStay={() => form?.send({ type: 'leave.stay' })}
      onLeave={() => form?.send({ type: 'leave.confirm' })}
    />
  )
}
