import { useEffect, useMemo } from 'react'
import { Link, useSearch } from 'wouter'
import { typeWords } from '../../../contract/rights.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import { searchable, searchFor } from '../../../contract/texts/searchable.ts'
import type { Person } from '../../../contract/wire/answers/people.ts'
import { useServerOffers } from '../incidents/incident-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { useFilterText } from '../parts/forms/filter-text.ts'
import { SearchField } from '../parts/forms/search-field.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { useSignedInUser } from '../session/user-hooks.ts'
import {
  linkText,
  rightsText,
  secondFactorText,
  seenText,
  statusTexts,
  statusTones,
  visibleCondominiumsText,
} from './person-texts.ts'
import './people.css'

const texts = {
  loading: 'Carregando as pessoas…',
  failed: 'Não foi possível carregar as pessoas.',
  none: 'Ninguém tem acesso ainda. Convide a primeira pessoa.',
  noMatch: 'Nenhuma pessoa com este nome ou e-mail. Mude o texto, ou convide-a.',
} as const

const addressWithText = (text: string) => (text.trim() === '' ? '/users' : `/users?${new URLSearchParams({ q: text })}`)

/** Lists the people who may use the panel, with a link to invite a person (ACC-2). */
export function PeoplePage() {
  const flow = useFlow('people')
  useEffect(() => flow.send({ type: 'people.want' }), [flow])
  const { people, failure } = useFlowState('people', ({ context }) => context)
  const status = useFlowState('people', (shown) => firstTag(shown, ['error', 'listed']))
  const hasIntegrations = useServerOffers('deviceEvents')
  const [text, setText] = useFilterText(new URLSearchParams(useSearch()).get('q') ?? '', addressWithText)
  const shown = useMemo(() => matching(people, text), [people, text])
  return (
    <>
      <PageHeading
        title="Pessoas"
        context={people.length === 0 ? '' : countText(people)}
        actions={
          <div className="d-flex flex-wrap gap-2">
            {hasIntegrations && (
              <Link href="/integrations" className="btn btn-quiet">
                Integrações
              </Link>
            )}
            <Link href="/users/new" className="btn btn-primary">
              Convidar pessoa
            </Link>
          </div>
        }
      />
      <search className="list-filters d-grid gap-12 mb-3">
        <SearchField label="Buscar na lista de pessoas" placeholder="Nome ou e-mail" text={text} onText={setText} />
      </search>
      {status === 'error' && (
        <FailureNotice
          text={`${texts.failed} ${failure?.message ?? ''}`}
          onRetry={() => flow.send({ type: 'people.want' })}
        />
      )}
      {status === undefined && people.length === 0 && <p className="card-note">{texts.loading}</p>}
      {status === 'listed' && shown.length === 0 && (
        <p className="card card-note">{people.length === 0 ? texts.none : texts.noMatch}</p>
      )}
      {shown.length > 0 && <PeopleList people={shown} />}
    </>
  )
}

function PeopleList({ people }: { people: readonly Person[] }) {
  const now = useServerNow()
  const { userId } = useSignedInUser()
  return (
    <ul className="card people-list">
      {people.map((person) => {
        const { id, name, email, type, permissions, seesAll, condominiums, status } = person
        const link = linkText(person)
        const secondFactor = secondFactorText(person)
        return (
          <li key={id}>
            <div className="people-who">
              <Link href={personAddress(id)} className="row-link text-anywhere">
                {name}
              </Link>
              {id === userId && <span className="people-self tone-info text-xs fw-semibold">Você</span>}
              <span>{email}</span>
            </div>
            <div className="people-may">
              <span>{typeWords[type]}</span>
              <span>
                {rightsText(permissions)}. {visibleCondominiumsText(seesAll, condominiums)}
              </span>
            </div>
            <div className="people-state">
              <strong className={`people-status text-xs fw-semibold tone-${statusTones[status]}`}>
                {statusTexts[status]}
              </strong>
              <span>{link === '' ? seenText(person, now) : link}</span>
              {secondFactor !== '' && <span>{secondFactor}</span>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function personAddress(id: string): string {
  return `/users/${encodeURIComponent(id)}`
}

function matching(people: readonly Person[], text: string): readonly Person[] {
  const isFound = searchFor(text)
  return people.filter(({ name, email }) => isFound(searchable(`${name} ${email}`)))
}

function countText(people: readonly Person[]): string {
  const all = people.length === 1 ? '1 pessoa' : `${numberText(people.length)} pessoas`
  const disabled = people.filter(({ status }) => status === 'disabled').length
  if (disabled === 0) return all
  return `${all}, ${disabled === 1 ? '1 desativada' : `${disabled} desativadas`}`
}
