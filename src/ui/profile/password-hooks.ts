import { useEffect } from 'react'
import { useFlow } from '../panel-context.tsx'

/** What was said of the last change is gone with the view that showed it. */
export function usePasswordForgottenOnLeaving(): void {
  const password = useFlow('password')
  useEffect(() => () => password.send({ type: 'password.left' }), [password])
}
