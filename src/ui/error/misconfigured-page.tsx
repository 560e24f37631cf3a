import { useArrival } from '../page-arrival.tsx'
import { Brand } from '../parts/icons/brand.tsx'
import { useInvalidConfigKey } from './problem-hooks.ts'

/** Names the invalid key of `/config.json` (CFG-1). */
export function MisconfiguredPage() {
  const key = useInvalidConfigKey()
  const heading = useArrival('Configuração inválida')
  return (
    <main className="notice-page">
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        Configuração inválida
      </h1>
      <p className="notice-page-message">
        A chave <code>{key}</code> do arquivo <code>/config.json</code> tem um valor que o painel não entende.
      </p>
      <p>O painel não pode abrir assim. Peça a quem cuida da instalação que corrija a chave e recarregue a página.</p>
      <div className="notice-page-actions">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          Recarregar a página
        </button>
      </div>
    </main>
  )
}
