import { LandingLayout } from '../layout/landing-layout.tsx'
import { WayIn } from '../layout/way-in.tsx'
import { useArrival } from '../page-arrival.tsx'
import { ArrowIcon } from '../parts/icons/icons.tsx'
import './landing-page.css'

const sections = [
  {
    title: 'O que muda no turno',
    points: [
      [
        'Eventos ao vivo',
        'Acessos, interfone e portas forçadas aparecem no instante em que acontecem, com hora e lugar.',
      ],
      ['Busca imediata', 'Um atalho de teclado encontra qualquer condomínio entre milhares, com ou sem acento.'],
      [
        'Dispositivos vigiados',
        'O que precisa de atenção vem primeiro. O que ninguém sabe fica cinza, e nunca verde por engano.',
      ],
      ['Feito para o turno', 'Letra legível, cores calmas e uma sessão que acompanha até doze horas de trabalho.'],
    ],
  },
  {
    title: 'Como o painel trata um dispositivo que falha',
    points: [
      [
        'Percebe',
        'Cada chamada sem resposta é contada. Com cinco falhas seguidas, a tela diz qual dispositivo parou, desde quando e o que verificar.',
      ],
      [
        'Para de insistir e tenta na hora certa',
        'Por dois minutos o painel não o chama, e ninguém fica esperando. Depois, uma única chamada é o teste: se ele responde, volta ao normal; se não, nova pausa.',
      ],
      [
        'Prova o que aconteceu',
        'Queda, teste, volta e cada decisão de uma pessoa ficam registrados, mesmo sem rede, e saem em CSV ou JSON.',
      ],
    ],
  },
  {
    title: 'Para quem trabalha com a portaria',
    points: [
      [
        'Portaria',
        'Encontra o condomínio, acompanha quem chega e sabe o que dizer ao morador quando um leitor para. Tudo também pelo teclado.',
      ],
      [
        'Administração',
        'Vê de uma vez o que está online e o que não está, cuida do cadastro dos dispositivos e intervém, sempre com o motivo anotado.',
      ],
      [
        'Auditoria',
        'Reconstrói uma queda do começo ao fim, com o que o painel fez e o que cada pessoa decidiu, em registros que ninguém altera.',
      ],
    ],
  },
] as const

/** Public page: describes the panel and links to the sign-in. */
export function LandingPage() {
  const heading = useArrival('Início')
  return (
    <LandingLayout>
      <div className="landing-page">
        <h1 ref={heading} tabIndex={-1}>
          Todos os condomínios da sua portaria em um só painel
        </h1>
        <p className="landing-claim">
          O Guarita mostra ao vivo o que acontece em cada portão, diz em uma frase quando um dispositivo falha e volta a
          chamá-lo na hora certa.
        </p>
        <WayIn className="btn btn-primary btn-lg">
          <ArrowIcon />
        </WayIn>
        <p className="text-soft">Quem cadastra o seu acesso é a administração.</p>
        {sections.map(({ title, points }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className="landing-points">
              {points.map(([name, text]) => (
                <li key={name} className="card">
                  <h3>{name}</h3>
                  <p>{text}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </LandingLayout>
  )
}
