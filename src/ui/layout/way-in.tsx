import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSignedInUser } from '../session/user-hooks.ts'

/** From an open page into the panel: to sign in, or straight on for whoever is. `children`: after its text. */
export function WayIn({ className, children }: { className: string; children?: ReactNode }) {
  const isSignedIn = useSignedInUser().userId !== ''
  return (
    <Link className={className} href={isSignedIn ? '/dashboard' : '/login'}>
      {isSignedIn ? 'Ir ao painel' : 'Entrar'}
      {children}
    </Link>
  )
}
