import type { ReactNode } from 'react'
import { Brand } from '../parts/icons/brand.tsx'
import './authentication-layout.css'

const strengths = [
  ['Portaria ao vivo', 'Cada acesso, interfone e alerta aparece no instante em que acontece.'],
  ['Todos os condomínios', 'Encontre qualquer condomínio pelo nome, sem sair do teclado.'],
  ['Dispositivos vigiados', 'Saiba o que parou antes que um morador avise.'],
] as const

/** Layout before sign-in: the form and, on wide screens, a description of the product. */
export function AuthenticationLayout({ children }: { children: ReactNode }) {
  return (
    <div className="authentication">
      <main className="authentication-form">
        <div className="authentication-column">
          <a className="authentication-brand" href="/landing">
            <Brand />
          </a>
          {children}
          <p className="authentication-version">Versão {__PANEL_RELEASE__}</p>
        </div>
      </main>
      <aside className="authentication-panel" aria-label="Sobre o Guarita">
        <p className="authentication-claim">A portaria inteira em uma tela calma.</p>
        <ul>
          {strengths.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
