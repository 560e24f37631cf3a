import { useFlowState } from '../panel-context.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useSessionBusy } from './session-hooks.ts'

/** Returns why the server refused the last step of the sign-in; null if it did not. */
export function useRefusal(): string | null {
  return useFlowState('session', (session) => (session.hasTag('refused') ? session.context.refusal : null))
}

/** Shows why the server refused the last step, until the next step begins. */
export function SignInRefusal() {
  const refusal = useRefusal()
  const isBusy = useSessionBusy()
  return (
    refusal !== null &&
    !isBusy && (
      <div className="sign-in-refusal">
        <AlertIcon />
        <p role="alert">{refusal}</p>
      </div>
    )
  )
}
