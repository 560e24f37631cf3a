import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { PasswordProblems } from '../../machines/profile/password-rules.ts'
import { useFlow } from '../panel-context.tsx'

const none: PasswordProblems = {}

/** What is wrong with each field of the change of password (SHELL-5). */
export function usePasswordProblems(): PasswordProblems {
  return useSelector(useFlow('password'), (password) => password?.context.problems ?? none)
}

/** How often problems were found: it grows each time the person is to be led to them. */
export function usePasswordRefusals(): number {
  return useSelector(useFlow('password'), (password) => password?.context.refusals ?? 0)
}

/** How the last change went, or that it is under way. */
export function usePasswordStatus(): 'idle' | 'saving' | 'failed' | 'saved' {
  return useSelector(useFlow('password'), (password) => {
    if (password?.hasTag('busy')) return 'saving'
    if (password?.hasTag('error')) return 'failed'
    return password?.hasTag('saved') ? 'saved' : 'idle'
  })
}

/** Why the last change came to nothing, as a text for a person; null where fields say it, or all is well. */
export function usePasswordFailure(): string | null {
  return useSelector(useFlow('password'), (password) => password?.context.failure ?? null)
}

/** What was said of the last change is gone with the view that showed it. */
export function usePasswordForgottenOnLeaving(): void {
  const password = useFlow('password')
  useEffect(() => () => password?.send({ type: 'password.left' }), [password])
}
