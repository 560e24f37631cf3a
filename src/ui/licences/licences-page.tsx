import { Suspense, use } from 'react'
import { Link } from 'wouter'
import type { Licence } from '../../services/licences/licence-list.ts'
import { ErrorBoundary } from '../error/error-boundary.tsx'
import { LandingLayout } from '../layout/landing-layout.tsx'
import { useArrival } from '../page-arrival.tsx'
import './licences-page.css'

/** Lists the third-party software of panel and server with its licences (OPS-3). */
export function LicencesPage({ licences }: { licences: Promise<readonly Licence[]> }) {
  const heading = useArrival('Licenças')
  return (
    <LandingLayout>
      <div className="licences">
        <h1 ref={heading} tabIndex={-1}>
          Licenças
        </h1>
        <p>O Guarita é feito com o trabalho de outras pessoas. Escolha um nome para ler a licença inteira.</p>
        <ErrorBoundary
          instead={() => (
            <p role="alert">A lista não foi carregada. Confira a rede e recarregue a página para tentar de novo.</p>
          )}
        >
          <Suspense fallback={<p role="status">Carregando a lista…</p>}>
            <LicenceList licences={licences} />
          </Suspense>
        </ErrorBoundary>
        <p>
          <Link href="/">Voltar ao painel</Link>
        </p>
      </div>
    </LandingLayout>
  )
}

function LicenceList({ licences }: { licences: Promise<readonly Licence[]> }) {
  return (
    <ul lang="en">
      {use(licences).map(({ name, version, licence, text }) => (
        <li key={`${name} ${version}`}>
          <details>
            <summary>
              <strong>{name}</strong> {version} <span>{licence}</span>
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>{text}</pre>
          </details>
        </li>
      ))}
    </ul>
  )
}
