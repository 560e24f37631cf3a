import { useLayoutEffect } from 'react'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { CondominiumsCard } from './condominiums-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PermissionsCard } from './permissions-card.tsx'
import { PersonCard } from './person-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SoundCard } from './sound-card.tsx'
import { WallLinksCard } from './wall-links-card.tsx'
import './profile-page.css'

/** Profile of the signed-in person: sessions, permissions, condominiums, settings and password (SHELL-5). */
export function ProfilePage() {
  const profile = useFlow('profile')
  const { password, mySessions, wallLinks, secondFactor } = useFlowState('profile', ({ children }) => children)
  useLayoutEffect(() => profile.send({ type: 'profile.opened' }), [profile])
  const heading = <PageHeading title="Perfil" context="Seus dados e o que você pode fazer no painel" />
  // All cards appear together, so that nothing moves (BOOT-2).
  if (!password || !mySessions || !wallLinks || !secondFactor) return heading
  return (
    <>
      {heading}
      <div className="profile-columns d-grid align-items-start gap-3">
        <div className="d-grid one-column gap-3">
          <PersonCard mySessions={mySessions} />
          <PasswordForm password={password} />
          <SessionsCard mySessions={mySessions} />
          <SecondFactorCard factor={secondFactor} />
        </div>
        <div className="d-grid one-column gap-3">
          <PermissionsCard />
          <NotificationsCard />
          <SoundCard />
          {/* Its length depends on the number of condominiums. Last, so that it shifts nothing when they load (BOOT-2). */}
          <WallLinksCard wallLinks={wallLinks} />
          <CondominiumsCard />
        </div>
      </div>
    </>
  )
}
