import { useCondominiums, useCondominiumsStatus } from '../../condominium-hooks.ts'
import { CheckIcon } from '../../parts/icons.tsx'
import { PageHeading } from '../../parts/page-heading.tsx'
import { usePermissions, useSessionEnd, useSignedInUser } from '../../session-hooks.ts'
import { initialsOf, permissionText, userTypeText } from '../../user-texts.ts'
import { PasswordForm } from './password-form.tsx'
import './profile-page.css'

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const format = new Intl.NumberFormat('pt-BR')

/** Who is signed in and what that person may do (SHELL-5). */
export function ProfilePage() {
  const { name, email, type } = useSignedInUser()
  const permissions = usePermissions()
  const condominiumCount = useCondominiums().length
  const isListReady = useCondominiumsStatus() === 'ready'
  const end = useSessionEnd()
  return (
    <>
      <PageHeading title="Perfil" context="Seus dados e o que você pode fazer no painel" />
      <div className="profile-columns">
        <section className="card profile-person" aria-label="Seus dados">
          <span className="avatar is-large" aria-hidden="true">
            {initialsOf(name)}
          </span>
          <dl>
            <dt>Nome</dt>
            <dd>{name}</dd>
            <dt>E-mail</dt>
            <dd>{email === '' ? 'Não informado' : email}</dd>
            <dt>Tipo</dt>
            <dd>{userTypeText(type)}</dd>
            <dt>Condomínios</dt>
            <dd>{isListReady ? format.format(condominiumCount) : '–'}</dd>
            {end !== null && (
              <>
                <dt>Sessão</dt>
                <dd>até as {clock.format(end)}, se não for prolongada</dd>
              </>
            )}
          </dl>
        </section>
        <section className="card profile-permissions" aria-labelledby="permissoes">
          <div className="card-heading">
            <h2 id="permissoes">Permissões</h2>
          </div>
          {permissions.length === 0 ? (
            <p className="card-note">Você pode consultar o painel, sem alterar nada.</p>
          ) : (
            <ul>
              {permissions.map((permission) => (
                <li key={permission}>
                  <CheckIcon />
                  {permissionText(permission)}
                </li>
              ))}
            </ul>
          )}
        </section>
        <PasswordForm />
      </div>
    </>
  )
}
