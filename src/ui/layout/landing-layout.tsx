import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Brand } from '../parts/icons/brand.tsx'
import { WayIn } from './way-in.tsx'
import './landing-layout.css'

export function LandingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="landing">
      <header className="landing-header">
        <Brand />
        <WayIn className="btn btn-primary" />
      </header>
      <main>{children}</main>
      <footer className="landing-footer">
        <Brand />
        <p>O painel da portaria: condomínios, eventos e dispositivos de controle de acesso em um só lugar.</p>
        <Link href="/licencas">Licenças</Link>
      </footer>
    </div>
  )
}
