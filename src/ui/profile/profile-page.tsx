import { PageHeading } from '../parts/page-heading.tsx'
import { CondominiumsCard } from './condominiums-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PermissionsCard } from './permissions-card.tsx'
import { PersonCard } from './person-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SoundCard } from './sound-card.tsx'
import { WallLinksCard } from './wall-links-card.tsx'
import './profile-page.css'

/** Who is signed in, until when and where, what that person may see and do, and the password (SHELL-5). */
export function ProfilePage() {
  return (
    <>
      <PageHeading title="Perfil" context="Seus dados e o que você pode fazer no painel" />
      <div className="profile-columns d-grid align-items-start gap-3">
        <div className="d-grid one-column gap-3">
          <PersonCard />
          <PasswordForm />
          <SessionsCard />
        </div>
        <div className="d-grid one-column gap-3">
          <PermissionsCard />
          <NotificationsCard />
          <SoundCard />
          {/* As long as there are condominiums: last, it moves nothing when they come (BOOT-2). */}
          <WallLinksCard />
          <CondominiumsCard />
        </div>
      </div>
    </>
  )
}
