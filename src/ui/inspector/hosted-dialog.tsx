import { ModalDialog } from '../parts/modal-dialog.tsx'
import type { InspectorPart } from './inspectors.ts'
import './hosted-dialog.css'

/** Describes which data leaves this computer, before the inspector hosted by Stately is opened. */
export function HostedDialog({ hosted }: { hosted: InspectorPart<'hosted'> }) {
  const cancel = () => hosted.send({ type: 'hosted.cancel' })
  return (
    <ModalDialog
      title="Abrir o inspetor da Stately?"
      onDismiss={cancel}
      text={
        <>
          <p>
            O inspetor abre em outra janela, no endereço <strong>stately.ai</strong>. Enquanto ela estiver aberta, o
            painel envia para lá, ao vivo:
          </p>
          <ul className="hosted-dialog-list d-grid gap-1">
            <li>os nomes dos atores, estados e eventos;</li>
            <li>
              o conteúdo deles, com nomes, e-mails, endereços e fotos de quem usa o painel, e dados de condomínios e
              dispositivos.
            </li>
          </ul>
          <p>Senhas e tokens de acesso vão mascarados, e listas longas só em parte.</p>
          <p>
            A página é da <strong>Stately</strong>, com servidores fora do Brasil, e o painel não controla o que ela
            guarda. Pela LGPD, é uma transferência internacional de dados pessoais: abra só com dados de teste, ou com a
            autorização de quem responde pelos dados.
          </p>
        </>
      }
    >
      <button type="button" className="btn btn-quiet" data-initial-focus onClick={cancel}>
        Não abrir
      </button>
      <button type="button" className="btn btn-primary" onClick={() => hosted.send({ type: 'hosted.confirm' })}>
        Abrir e enviar
      </button>
    </ModalDialog>
  )
}
