import { useEffect, useId, useRef } from 'react'
import type { OneTimeLink } from '../../../contract/wire/answers/people.ts'
import { useTextCopy } from '../parts/text-copy.ts'
import { momentText } from './person-texts.ts'
import './people.css'

const copyTexts = {
  idle: '',
  copied: 'Copiado: cole na mensagem para a pessoa.',
  byHand: 'O navegador não deixou copiar. O link está selecionado: use Ctrl C.',
} as const

/** Shows a one-time link, which cannot be shown again, with instructions. */
export function OneTimeLinkCard({ name, link }: { name: string; link: OneTimeLink }) {
  const { phase, start } = useTextCopy()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const address = `${location.origin}/convite#${link.token}`
  useEffect(() => {
    if (phase === 'byHand') field.current?.select()
  }, [phase])
  return (
    <div className="one-time-link d-grid gap-2">
      <p id={`${id}-what`}>
        Envie este link a {name}. Vale até {momentText(link.until)} e só funciona uma vez: com ele a pessoa escolhe a
        senha. Não o envie a mais ninguém; depois de sair daqui ele não é mostrado de novo.
      </p>
      <label className="form-label" htmlFor={`${id}-link`}>
        Link de {name}
      </label>
      <div className="one-time-link-field d-grid gap-2">
        <input
          ref={field}
          id={`${id}-link`}
          className="form-control"
          readOnly
          value={address}
          aria-describedby={`${id}-what`}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn btn-primary" onClick={() => start(address)}>
          Copiar
        </button>
      </div>
      <p role="status" className="field-hint">
        {copyTexts[phase]}
      </p>
    </div>
  )
}
