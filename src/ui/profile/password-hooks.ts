import { useEffect } from 'react'
import { useFlow } from '../panel-context.tsx'

/** Clears the outcome of the last change when the view unmounts. */
export function usePasswordForgottenOnLeaving(): void {
  const password = useFlow('password')
  useEffect(() => () => password.send({ type: 'password.left' }), [password])
}
