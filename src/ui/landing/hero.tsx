import { WayIn } from '../layout/way-in.tsx'
import { useArrival } from '../page-arrival.tsx'
import { ArrowIcon } from '../parts/icons.tsx'
import { failureStepsId } from './failure-steps.tsx'
import { PanelPicture } from './panel-picture.tsx'

/** The claim, one sentence, the way in, and what it looks like. */
export function Hero() {
  const heading = useArrival('Início')
  return (
    <div className="landing-hero">
      <div className="landing-claim">
        <h1 ref={heading} tabIndex={-1}>
          Todos os condomínios da sua portaria em um só painel
        </h1>
        <p>
          O Guarita mostra ao vivo o que acontece em cada portão, diz em uma frase quando um dispositivo falha e volta a
          chamá-lo na hora certa.
        </p>
        <div className="landing-ways">
          <WayIn className="btn btn-primary btn-lg">
            <ArrowIcon />
          </WayIn>
          <a className="btn btn-quiet btn-lg" href={`#${failureStepsId}`}>
            Como funciona
          </a>
        </div>
        <p className="landing-access">Quem cadastra o seu acesso é a administração.</p>
      </div>
      <PanelPicture />
    </div>
  )
}
