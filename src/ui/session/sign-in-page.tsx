import { lazy, Suspense } from 'react'
import { AuthenticationLayout } from '../layout/authentication-layout.tsx'
import { useArrival } from '../page-arrival.tsx'
import { useFlowState } from '../panel-context.tsx'
import { SignInForm } from './sign-in-form.tsx'

const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }))

/** Shows the sign-in page (A11Y-1). After the password, asks a person with a second factor for a code (SES-12). */
export function SignInPage() {
  useArrival('Entrar')
  const isChallenged = useFlowState('session', ({ context }) => context.challenge !== null)
  return (
    <AuthenticationLayout>
      <h1>Entrar no painel</h1>
      {isChallenged ? (
        <Suspense>
          <CodeForm />
        </Suspense>
      ) : (
        <>
          <p className="text-soft">Use o e-mail e a senha que a administração cadastrou para você.</p>
          <SignInForm />
        </>
      )}
    </AuthenticationLayout>
  )
}
