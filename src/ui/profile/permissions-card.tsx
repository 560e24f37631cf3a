import { CheckIcon } from '../parts/icons/icons.tsx'
import { permissionText } from '../session/access-texts.ts'
import { usePermissions } from '../session/user-hooks.ts'

export function PermissionsCard() {
  const permissions = usePermissions()
  return (
    <section className="card profile-permissions" aria-labelledby="permissoes">
      <div className="card-heading">
        <h2 id="permissoes">Permissões</h2>
      </div>
      {permissions.length === 0 ? (
        <p className="profile-note">Você pode consultar o painel, sem alterar nada.</p>
      ) : (
        <ul className="profile-list">
          {permissions.map((permission) => (
            <li key={permission}>
              <CheckIcon />
              {permissionText(permission)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
