import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { integrationListsMachine } from '../../../machines/people/integration-lists.machine.ts'
import { useFlow, useFlowState } from '../../panel-context.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { firstTag } from '../../parts/first-tag.ts'
import { PageHeading } from '../../parts/page-heading.tsx'
import { ProofDialog } from '../../session/proof-dialog.tsx'
import { EventKindsCard } from './event-kinds-card.tsx'
import { MachineTokensCard } from './machine-tokens-card.tsx'
import './integrations-page.css'

const texts = {
  loading: 'Carregando as integrações…',
  failed: 'Não foi possível carregar as integrações.',
  absent: 'Este servidor não recebe eventos de máquinas.',
} as const

/** Tokens with which machines send events, and the names of their kinds of events (EVT-1, CALL-4). */
export function IntegrationsPage() {
  const flow = useFlow('people')
  const lists = useFlowState('people', ({ children }) => children.integrations)
  useEffect(() => flow.send({ type: 'integrations.opened' }), [flow])
  return (
    <>
      <PageHeading title="Integrações" context="Máquinas que mandam eventos para cá, e os nomes dos eventos delas" />
      {lists !== undefined && <Lists lists={lists} />}
      <BackLink href="/users">Pessoas</BackLink>
    </>
  )
}

function Lists({ lists }: { lists: ActorRefFrom<typeof integrationListsMachine> }) {
  useEffect(() => {
    lists.send({ type: 'lists.want' })
    return () => lists.send({ type: 'lists.left' })
  }, [lists])
  const status = useSelector(lists, (shown) => firstTag(shown, ['absent', 'error', 'unknown']))
  const proof = useSelector(lists, ({ children }) => children.proof)
  if (status === 'absent') return <p className="card card-note">{texts.absent}</p>
  if (status === 'error')
    return <FailureNotice text={texts.failed} onRetry={() => lists.send({ type: 'lists.want' })} />
  if (status === 'unknown') return <p className="card-note">{texts.loading}</p>
  return (
    <div className="d-grid one-column gap-3">
      <ProofDialog actor={proof} />
      <MachineTokensCard lists={lists} />
      <EventKindsCard lists={lists} />
    </div>
  )
}
