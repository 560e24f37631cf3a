import { Link, useSearch } from 'wouter'
import { type ActivityFilter, useActiveCount, useFilteredByActivity } from '../../activity-hooks.ts'
import { useCondominiums, useCondominiumsStatus } from '../../condominium-hooks.ts'
import { useFlow } from '../../panel-context.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PageHeading } from '../../parts/page-heading.tsx'
import { activityChoices, activityFilterOf } from './activity-query.ts'
import { CondominiumList } from './condominium-list.tsx'
import './condominiums-page.css'
import '../../parts/choices.css'

const format = new Intl.NumberFormat('pt-BR')

const emptyTexts: Record<ActivityFilter, string> = {
  all: 'Você ainda não tem condomínios. Peça acesso a quem administra o painel.',
  active: 'Nenhum condomínio ativo na última hora.',
  inactive: 'Nenhum condomínio inativo: todos tiveram eventos na última hora.',
}

/** All condominiums of the person, narrowed to active or inactive ones by the page's address (CON-4). */
export function CondominiumsPage() {
  const filter = activityFilterOf(useSearch())
  const condominiums = useCondominiums()
  const status = useCondominiumsStatus()
  const shown = useFilteredByActivity(condominiums, filter)
  const flow = useFlow('condominiums')
  return (
    <>
      <PageHeading title="Condomínios" context={status === 'ready' ? countText(condominiums.length) : ''} />
      <ActivityChoices chosen={filter} />
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar os condomínios."
          onRetry={() => flow?.send({ type: 'condominiums.reload' })}
        />
      )}
      {status === 'loading' && <p className="card-note">Carregando condomínios…</p>}
      {status === 'ready' && shown.length === 0 && <p className="card card-note">{emptyTexts[filter]}</p>}
      {shown.length > 0 && <CondominiumList condominiums={shown} />}
    </>
  )
}

function ActivityChoices({ chosen }: { chosen: ActivityFilter }) {
  const condominiums = useCondominiums()
  const activeCount = useActiveCount(condominiums)
  const counts: Record<ActivityFilter, number | null> = {
    all: condominiums.length,
    active: activeCount,
    inactive: activeCount === null ? null : condominiums.length - activeCount,
  }
  return (
    <nav className="choices" aria-label="Filtrar por atividade">
      {activityChoices.map(({ filter, word, label }) => (
        <Link
          key={filter}
          href={word === null ? '/condominiums' : `/condominiums?atividade=${word}`}
          aria-current={filter === chosen ? 'true' : undefined}
        >
          {label}
          <span>{format.format(counts[filter] ?? 0)}</span>
        </Link>
      ))}
    </nav>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 condomínio' : `${format.format(count)} condomínios`
}
