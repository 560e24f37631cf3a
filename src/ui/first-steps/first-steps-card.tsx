import { Link } from 'wouter'
import { condominiumFormAddress } from '../condominiums/condominium-address.ts'
import { type FirstStep, firstSteps } from './next-step.ts'
import './first-steps.css'

const texts: Record<FirstStep, { what: string; why: string; label: string; href: string }> = {
  condominium: {
    what: 'Cadastre um condomínio',
    why: 'Nome e código bastam; o endereço vem do CEP.',
    label: 'Novo condomínio',
    href: condominiumFormAddress(null),
  },
  devices: {
    what: 'Importe os dispositivos dele',
    why: 'De uma planilha, ou um por um em Dispositivos.',
    label: 'Importar planilha',
    href: '/import',
  },
  test: {
    what: 'Teste um dispositivo',
    why: 'Abra um deles e use Testar dispositivo: quando um responde, o painel está pronto.',
    label: 'Ver os dispositivos',
    href: '/devices',
  },
}

/** The steps of the setup, and what to do for the next one. */
export function FirstStepsCard({ step }: { step: FirstStep }) {
  return (
    <section className="card first-steps mb-3" aria-labelledby="primeiros-passos">
      <div className="card-heading">
        <h2 id="primeiros-passos">Primeiros passos</h2>
      </div>
      <ol>
        {firstSteps.map((each) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            <strong>{texts[each].what}</strong>
            {firstSteps.indexOf(each) < firstSteps.indexOf(step) && ' · feito'}
            {each === step && (
              <>
                <p>{texts[each].why}</p>
                <Link href={texts[each].href} className="btn btn-primary">
                  {texts[each].label}
                </Link>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
