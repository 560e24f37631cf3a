import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cnpjMask } from '../../../contract/fields/cnpj.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { useLastEvents, useLastEventsStatus } from '../activity/activity-hooks.ts'
import { auditAddress } from '../audit/audit-query.ts'
import { contactsAddress } from '../contacts/contact-address.ts'
import { useContactsOpened, useContactsStage } from '../contacts/contact-hooks.ts'
import { PhoneList } from '../contacts/phone-list.tsx'
import { FeedCard } from '../event-feed/event-feed.tsx'
import { eventsAddress } from '../event-search/event-query.ts'
import { useServerOffers } from '../incidents/incident-hooks.ts'
import { PlaceIncidents } from '../incidents/place-incidents.tsx'
import { ReportLink } from '../incidents/report/report-link.tsx'
import { useFlow } from '../panel-context.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { everything } from '../parts/lists/record-query.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { condominiumFormAddress, proceduresAddress } from './condominium-address.ts'
import { OtherPlace } from './other-place.tsx'
import { PlaceDevices } from './place-devices.tsx'
import { PlaceGates } from './place-gates.tsx'
import { usePlace, usePlaceFeed } from './place-hooks.ts'
import { addressText, movementText } from './place-texts.ts'
import '../devices/device-page.css'
import './condominium-page.css'

const texts = {
  loading: 'Carregando o condomínio…',
  missing: 'Este condomínio não existe, foi excluído, ou não está entre os seus. Procure-o na lista, ou peça acesso.',
  failed: 'Não foi possível carregar este condomínio.',
  unread: 'Não foi possível conferir este cadastro agora: ele pode ter mudado desde que o painel o leu.',
  broken: 'Esta página parou de funcionar.',
} as const

/** Shows one condominium: contacts, status of its devices, and events at its gates (PAGE-2). */
export function CondominiumPage({ id }: { id: string }) {
  const { condominium, status } = usePlace(id)
  const flow = useFlow('condominiums')
  const reload = () => flow.send({ type: 'place.reload' })
  if (condominium !== undefined && status !== 'missing' && status !== 'broken')
    return (
      <KnownCondominium condominium={condominium}>
        {status === 'unread' && <FailureNotice text={texts.unread} onRetry={reload} />}
      </KnownCondominium>
    )
  return (
    <>
      <PageHeading title={condominium?.name ?? 'Condomínio'} context="" />
      {status === 'loading' && <p className="card-note">{texts.loading}</p>}
      {status === 'missing' && (
        <p role="alert" className="card card-note">
          {texts.missing}
        </p>
      )}
      {status === 'unread' && <FailureNotice text={texts.failed} onRetry={reload} />}
      {status === 'broken' && (
        <FailureNotice text={texts.broken} onRetry={() => flow.send({ type: 'place.open', id })} />
      )}
      <BackLink href="/condominiums">Voltar aos condomínios</BackLink>
    </>
  )
}

function KnownCondominium({ condominium, children }: { condominium: Condominium; children: ReactNode }) {
  const { id, name, wordCode } = condominium
  const [lastEvent] = useLastEvents([id])
  const isLoading = useLastEventsStatus() === 'loading'
  const feed = usePlaceFeed()
  const permissions = usePermissions()
  const hasProcedures = useServerOffers('procedures')
  useContactsOpened(id)
  return (
    <>
      <PageHeading
        title={name}
        context={wordCode}
        actions={
          <>
            <ReportLink />
            {permissions.includes('audit:read') && (
              <Link href={auditAddress({ ...everything, condominiumId: id })} className="btn btn-quiet">
                Auditoria e dossiê
              </Link>
            )}
            {hasProcedures && permissions.includes('procedures:write') && (
              <Link href={proceduresAddress(id)} className="btn btn-quiet">
                Procedimentos
              </Link>
            )}
            {permissions.includes('condominium:write') && (
              <Link href={condominiumFormAddress(id)} className="btn btn-quiet">
                Editar
              </Link>
            )}
          </>
        }
      />
      <OtherPlace condominiumId={id} />
      {children}
      {lastEvent !== undefined && <p className="mb-3 text-soft">{movementText(lastEvent, isLoading)}</p>}
      <PlaceIncidents isHere={({ condominiumId }) => condominiumId === id} />
      <PlaceGates condominiumId={id} />
      <div className="place d-grid align-items-start gap-3">
        <Contacts condominium={condominium} />
        <PlaceDevices condominiumId={id} />
        <FeedCard feed={feed} context="deste condomínio" more={eventsAddress({ condominiumId: id })} />
      </div>
      <BackLink href="/condominiums">Voltar aos condomínios</BackLink>
    </>
  )
}

function Contacts({ condominium }: { condominium: Condominium }) {
  const { id, cnpj } = condominium
  const mayChange = usePermissions().includes('procedures:write')
  const stage = useContactsStage(id)
  return (
    <div className="d-grid one-column gap-3">
      <section className="card" aria-labelledby="contatos">
        <div className="card-heading">
          <h2 id="contatos">Telefones</h2>
          {mayChange && stage === 'listed' && <Link href={contactsAddress(id)}>Alterar contatos</Link>}
        </div>
        <PhoneList condominium={condominium} />
      </section>
      <section className="card device-facts" aria-labelledby="endereco">
        <div className="card-heading">
          <h2 id="endereco">Endereço</h2>
        </div>
        <dl>
          <dt>Endereço</dt>
          <dd>{addressText(condominium) || 'não informado'}</dd>
          {cnpj && (
            <>
              <dt>CNPJ</dt>
              <dd className="text-nowrap">{cnpjMask.show(cnpj)}</dd>
            </>
          )}
        </dl>
      </section>
    </div>
  )
}
