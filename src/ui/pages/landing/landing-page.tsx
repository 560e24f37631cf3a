import { LandingLayout } from '../../layout/landing-layout.tsx'
import { useArrival } from '../../page-arrival.tsx'
import { BuildingIcon, ClockIcon, SearchIcon, SignalIcon } from '../../parts/icons.tsx'

const strengths = [
  {
    Icon: ClockIcon,
    title: 'Eventos ao vivo',
    text: 'Acessos, interfone e alertas de porta aparecem no instante em que acontecem, com hora e lugar.',
  },
  {
    Icon: SearchIcon,
    title: 'Busca imediata',
    text: 'Um atalho de teclado encontra qualquer condomínio pelo nome, com ou sem acento.',
  },
  {
    Icon: SignalIcon,
    title: 'Equipamentos vigiados',
    text: 'O painel testa as portas dos equipamentos e mostra primeiro o que precisa de atenção.',
  },
  {
    Icon: BuildingIcon,
    title: 'Feito para o turno',
    text: 'Letra legível, cores calmas e uma sessão que acompanha doze horas de trabalho.',
  },
] as const

/** What the product is, for whoever comes by. */
export function LandingPage() {
  const heading = useArrival('Início')
  return (
    <LandingLayout>
      <div className="landing-hero">
        <h1 ref={heading} tabIndex={-1}>
          Todos os condomínios da sua portaria em um só painel
        </h1>
        <p>
          O Guarita acompanha condomínios e seus equipamentos de controle de acesso, dia e noite, para quem está na
          guarita e para quem administra.
        </p>
      </div>
      <ul className="landing-strengths">
        {strengths.map(({ Icon, title, text }) => (
          <li key={title} className="card">
            <Icon />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </LandingLayout>
  )
}
