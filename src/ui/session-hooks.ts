import { useSelector } from '@xstate/react'
import { useFlow, usePanel } from './panel-context.tsx'

/** Name, type and e-mail of who is signed in; empty strings while nobody is. */
export function useSignedInUser(): { name: string; type: string; email: string } {
  return useSelector(
    usePanel(),
    ({ context: { user } }) => ({ name: user?.name ?? '', type: user?.type ?? '', email: user?.email ?? '' }),
    (before, after) => before.name === after.name && before.type === after.type && before.email === after.email,
  )
}

/** The text of the refused sign-in, or null (A11Y-1). */
export function useSignInRefusal(): string | null {
  return useSelector(useFlow('session'), (session) => (session?.hasTag('refused') ? session.context.refusal : null))
}

/** Whether the session waits for the server. */
export function useSessionBusy(): boolean {
  return useSelector(useFlow('session'), (session) => session?.hasTag('busy') ?? false)
}
