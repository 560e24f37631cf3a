import { BuildingIcon, ClockIcon, SearchIcon, SignalIcon } from '../parts/icons.tsx'

const strengths = [
  {
    Icon: ClockIcon,
    title: 'Eventos ao vivo',
    text: 'Acessos, interfone e portas forçadas aparecem no instante em que acontecem, com hora e lugar.',
  },
  {
    Icon: SearchIcon,
    title: 'Busca imediata',
    text: 'Um atalho de teclado encontra qualquer condomínio entre milhares, com ou sem acento.',
  },
  {
    Icon: SignalIcon,
    title: 'Dispositivos vigiados',
    text: 'O que precisa de atenção vem primeiro. O que ninguém sabe fica cinza, e nunca verde por engano.',
  },
  {
    Icon: BuildingIcon,
    title: 'Feito para o turno',
    text: 'Letra legível, cores calmas e uma sessão que acompanha até doze horas de trabalho.',
  },
] as const

/** What it does for whoever is on duty. */
export function Strengths() {
  return (
    <section className="landing-section" aria-labelledby="no-turno">
      <h2 id="no-turno">O que muda no turno</h2>
      <ul className="landing-cards landing-strengths">
        {strengths.map(({ Icon, title, text }) => (
          <li key={title} className="card landing-card">
            <Icon />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
