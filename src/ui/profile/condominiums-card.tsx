import { Link } from 'wouter'
import { condominiumsText, numberText } from '../../../contract/texts/number-text.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums, useCondominiumsStatus } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { BuildingIcon } from '../parts/icons/icons.tsx'

/** The page of the condominiums lists all of them. */
const namesShown = 5

const texts = {
  loading: 'Carregando os condomínios…',
  failed: 'Não foi possível carregar os condomínios.',
  none: 'Você ainda não tem condomínios. Peça acesso a quem administra o painel.',
} as const

/** Shows the number of condominiums that the person may see, and the first names. */
export function CondominiumsCard() {
  const condominiums = useCondominiums()
  const status = useCondominiumsStatus()
  const flow = useFlow('condominiums')
  const count = condominiums.length
  const unnamed = count - namesShown
  return (
    <section className="card profile-condominiums" aria-labelledby="condominios">
      <div className="card-heading">
        <h2 id="condominios">Condomínios</h2>
        {count > 0 && <p>{condominiumsText(count)}</p>}
      </div>
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => flow.send({ type: 'condominiums.reload' })} />
      )}
      {status === 'loading' && <p className="profile-note">{texts.loading}</p>}
      {status === 'ready' && count === 0 && <p className="profile-note">{texts.none}</p>}
      {count > 0 && (
        <>
          <ul className="profile-list">
            {condominiums.slice(0, namesShown).map(({ id, name }) => (
              <li key={id}>
                <BuildingIcon />
                <Link href={condominiumAddress(id)}>{name}</Link>
              </li>
            ))}
          </ul>
          <p className="profile-note">
            {unnamed > 0 && `e mais ${numberText(unnamed)}. `}
            <Link href="/condominiums">Ver os condomínios</Link>
          </p>
        </>
      )}
    </section>
  )
}
