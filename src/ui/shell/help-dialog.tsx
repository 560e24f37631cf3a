import { useFlow } from '../panel-context.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import './help-dialog.css'

const keys: readonly [keys: string, what: string][] = [
  ['Ctrl K ou ⌘ K', 'buscar um condomínio ou dispositivo, de qualquer página'],
  ['↓ ↑ e Enter', 'escolher um resultado da busca ou um item de um menu'],
  ['Tab e Shift Tab', 'ir ao próximo botão ou link, ou ao anterior'],
  ['Enter', 'no Painel, depois de dois Tab a partir do título: testar o primeiro dispositivo com problema'],
  ['Esc', 'fechar o que está aberto; nada é feito'],
  ['F11', 'tela cheia'],
  ['?', 'esta ajuda'],
]

export function HelpDialog() {
  const shell = useFlow('shell').send
  const close = () => shell({ type: 'help.hide' })
  return (
    <ModalDialog
      title="Teclas do painel"
      text={
        <dl className="help-keys d-grid gap-2">
          {keys.map(([name, what]) => (
            <div key={name}>
              <dt className="fw-bold">{name}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      }
      onDismiss={close}
    >
      <a className="btn btn-quiet" href="/licencas" target="_blank" rel="noopener">
        Licenças
      </a>
      <button type="button" className="btn btn-primary" data-initial-focus onClick={close}>
        Fechar
      </button>
    </ModalDialog>
  )
}
