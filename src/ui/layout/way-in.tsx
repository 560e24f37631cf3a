import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSignedInUser } from '../session/user-hooks.ts'

/** Link to the sign-in page or, with a session, to the dashboard. `children` follow the text. */
export function WayIn({ className, children }: { className: string; children?: ReactNode }) {
  const isSignedIn = useSignedInUser().userId !== ''
  return (
    <Link className={className} href={isSignedIn ? '/dashboard' : '/login'}>
      {isSignedIn ? 'Ir ao painel' : 'Entrar'}
      {children}
    </Link>
  )
}
