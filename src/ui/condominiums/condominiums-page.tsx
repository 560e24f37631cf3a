import { useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { condominiumsText } from '../../../contract/texts/number-text.ts'
import { activityCounts } from '../activity/activity-counts.ts'
import { type ActivityFilter, useActiveCount, useFilteredByActivity } from '../activity/activity-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useFilterText } from '../parts/forms/filter-text.ts'
import { SearchField } from '../parts/forms/search-field.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { condominiumFormAddress } from './condominium-address.ts'
import {
  activityChoices,
  type CondominiumFilter,
  condominiumFilterOf,
  condominiumsAddress,
} from './condominium-addresses.ts'
import { useCondominiums, useCondominiumsStatus } from './condominium-hooks.ts'
import { CondominiumList } from './condominium-list.tsx'
import { CondominiumNews } from './condominium-news.tsx'
import { condominiumOrders, searchedCondominiums } from './condominium-order.ts'
import { DeleteCondominiumDialog } from './delete-condominium-dialog.tsx'
import { foundCondominiums } from './search/condominium-index.ts'
import './condominiums-page.css'
import '../parts/forms/choices.css'
import '../parts/forms/form-select.css'

const emptyTexts: Record<ActivityFilter, string> = {
  all: 'Você ainda não tem condomínios. Peça acesso a quem administra o painel.',
  active: 'Nenhum condomínio com movimento na última hora.',
  inactive: 'Nenhum condomínio sem movimento: todos tiveram eventos na última hora.',
}

const unknownText = 'Ainda não sabemos quais condomínios tiveram eventos na última hora.'
const noMatchText = 'Nenhum condomínio passa por este filtro. Mude o texto ou o movimento.'

const addressWithText = (text: string) => condominiumsAddress({ ...condominiumFilterOf(location.search), text })

/** Lists the condominiums with search, order and filter in the page's address (CON-4). */
export function CondominiumsPage() {
  const address = condominiumFilterOf(useSearch())
  const [text, setText] = useFilterText(address.text, addressWithText)
  const condominiums = useCondominiums()
  const status = useCondominiumsStatus()
  const searched = useMemo(() => searchedCondominiums(condominiums, address.order), [condominiums, address.order])
  const matching = useMemo(() => foundCondominiums(searched, text), [searched, text])
  const shown = useFilteredByActivity(matching, address.activity)
  const isUnknown = useActiveCount(condominiums) === null && address.activity !== 'all'
  const mayWrite = usePermissions().includes('condominium:write')
  const flow = useFlow('condominiums')
  return (
    <>
      <PageHeading
        title="Condomínios"
        context={status === 'ready' ? condominiumsText(condominiums.length) : ''}
        actions={
          mayWrite && (
            <Link href={condominiumFormAddress(null)} className="btn btn-primary">
              Novo condomínio
            </Link>
          )
        }
      />
      <CondominiumNews />
      <search className="list-filters d-grid gap-12 mb-3">
        <div className="list-filter-fields d-grid gap-12">
          <SearchField
            label="Buscar na lista de condomínios"
            placeholder="Nome, endereço, CEP ou CNPJ"
            text={text}
            onText={setText}
          />
          <OrderSelect filter={address} />
        </div>
        <ActivityChoices filter={address} />
      </search>
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar os condomínios."
          onRetry={() => flow.send({ type: 'condominiums.reload' })}
        />
      )}
      {status === 'loading' && <p className="card-note">Carregando condomínios…</p>}
      {status === 'ready' && shown.length === 0 && (
        <p className="card card-note">
          {isUnknown ? unknownText : text.trim() === '' ? emptyTexts[address.activity] : noMatchText}
        </p>
      )}
      {shown.length > 0 && <CondominiumList condominiums={shown} mayWrite={mayWrite} />}
      <DeleteCondominiumDialog />
    </>
  )
}

function OrderSelect({ filter }: { filter: CondominiumFilter }) {
  const [, navigate] = useLocation()
  return (
    <select
      className="form-select"
      aria-label="Ordenar por"
      value={filter.order}
      onChange={({ target: { value } }) => {
        const order = condominiumOrders.find((each) => each.order === value)?.order ?? 'name'
        navigate(condominiumsAddress({ ...filter, order }), { replace: true })
      }}
    >
      {condominiumOrders.map(({ order, label }) => (
        <option key={order} value={order}>
          {label}
        </option>
      ))}
    </select>
  )
}

function ActivityChoices({ filter: chosen }: { filter: CondominiumFilter }) {
  const condominiums = useCondominiums()
  const isKnown = useCondominiumsStatus() === 'ready'
  const activeCount = useActiveCount(condominiums)
  const isCurrent = useStaleText('live') === ''
  const counts = activityCounts(isKnown ? condominiums.length : null, isCurrent ? activeCount : null)
  return (
    <nav className="choices" aria-label="Filtrar por movimento">
      {activityChoices.map(({ filter, label }) => (
        <Link
          key={filter}
          href={condominiumsAddress({ ...chosen, activity: filter })}
          aria-current={filter === chosen.activity ? 'true' : undefined}
        >
          {label}
          <span>{counts[filter]}</span>
        </Link>
      ))}
    </nav>
  )
}
