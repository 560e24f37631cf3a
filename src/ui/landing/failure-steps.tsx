import type { ReactNode } from 'react'
import { StandingMark } from '../devices/standing-mark.tsx'
import './failure-steps.css'

export const failureStepsId = 'quando-falha'

const steps: readonly { title: string; text: string; picture: ReactNode }[] = [
  {
    title: 'Percebe',
    text: 'Cada chamada sem resposta é contada. Com cinco falhas seguidas, a tela diz qual dispositivo parou, desde quando e o que verificar.',
    picture: <FailedCalls />,
  },
  {
    title: 'Para de insistir e tenta na hora certa',
    text: 'Por dois minutos o painel não o chama, e ninguém fica esperando. Depois, uma única chamada é o teste: se ele responde, volta ao normal; se não, nova pausa.',
    picture: <Pause />,
  },
  {
    title: 'Prova o que aconteceu',
    text: 'Queda, teste, volta e cada decisão de uma pessoa ficam registrados, mesmo sem rede, e saem em CSV ou JSON.',
    picture: <Records />,
  },
]

/** What becomes of a device that does not answer, in three steps. */
export function FailureSteps() {
  return (
    <section className="landing-section landing-band" id={failureStepsId} aria-labelledby={`${failureStepsId}-titulo`}>
      <h2 id={`${failureStepsId}-titulo`}>Como o painel trata um dispositivo que falha</h2>
      <p className="landing-lead">
        Leitores e catracas param: falta energia, a rede oscila. O painel faz você saber antes do morador, e não piora o
        que já está ruim.
      </p>
      <ol className="landing-steps">
        {steps.map(({ title, text, picture }, index) => (
          <li key={title} className="landing-step">
            <div className="landing-step-picture" aria-hidden="true">
              {picture}
            </div>
            <h3>
              <span className="landing-step-number" aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function FailedCalls() {
  return (
    <svg className="landing-calls" viewBox="0 0 224 32" aria-hidden="true">
      <path className="tone-ok" d="M2 16a8 8 0 1 0 16 0 8 8 0 1 0-16 0m28 0a8 8 0 1 0 16 0 8 8 0 1 0-16 0" />
      <path
        className="tone-bad"
        d="M70 6 80 16 70 26 60 16zm32 0 10 10-10 10-10-10zm32 0 10 10-10 10-10-10zm32 0 10 10-10 10-10-10zm32 0 10 10-10 10-10-10z"
      />
    </svg>
  )
}

function Pause() {
  return (
    <div className="landing-pause">
      <span>
        <StandingMark standing="open" />
        pausa
      </span>
      <i />
      <span>
        <StandingMark standing="halfOpen" />
        teste
      </span>
      <i />
      <span>
        <StandingMark standing="online" />
        volta
      </span>
    </div>
  )
}

function Records() {
  return (
    <div className="landing-records">
      <span>08:54:40</span>
      <span>Em pausa, 5 falhas</span>
      <span>08:56:41</span>
      <span>Teste, respondeu em 0,2 s</span>
      <span>08:56:41</span>
      <span>Normal de novo</span>
    </div>
  )
}
