import { useState } from 'react'
import { useFlow } from '../panel-context.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { keysNow } from './page-keys.ts'
import './help-dialog.css'

/** Keys that the layout has on every page. */
const everywhere: Readonly<Record<string, string>> = {
  '?': 'esta ajuda',
  'g o': 'ir às ocorrências',
  'g n': 'ir à pior ocorrência de que ninguém cuida',
  r: 'escrever uma ocorrência',
}

/** Keys of the browser and of fields. The other keys belong to the page on screen. */
const browserKeys: readonly [keys: string, what: string][] = [
  ['Ctrl K ou ⌘ K', 'buscar um condomínio ou dispositivo, de qualquer página'],
  ['↓ ↑ e Enter', 'escolher um resultado da busca ou um item de um menu'],
  ['Tab e Shift Tab', 'ir ao próximo botão ou link, ou ao anterior'],
  ['Esc', 'fechar o que está aberto; nada é feito'],
  ['F11', 'tela cheia'],
]

export function HelpDialog() {
  const shell = useFlow('shell').send
  const [pageKeys] = useState(keysNow)
  const keys = [...pageKeys.map(({ key, what = everywhere[key] }) => [key, what] as const), ...browserKeys]
  const close = () => shell({ type: 'help.hide' })
  return (
    <ModalDialog
      title="Teclas do painel"
      text={
        <dl className="help-keys d-grid gap-1">
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
