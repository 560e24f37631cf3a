import { AuthenticationLayout } from '../layout/authentication-layout.tsx'
import { useArrival } from '../page-arrival.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Sign-in page (A11Y-1). */
export function SignInPage() {
  useArrival('Entrar')
  return (
    <AuthenticationLayout>
      <h1>Entrar no painel</h1>
      <p className="text-soft">Use o e-mail e a senha que a administração cadastrou para você.</p>
      <SignInForm />
    </AuthenticationLayout>
  )
}
