import { useId } from 'react'
import { momentText } from '../../../contract/texts/time-texts.ts'
import type { OneTimeLink } from '../../../contract/wire/answers/people.ts'
import { LinkField } from '../parts/forms/link-field.tsx'
import './people.css'

/** Shows a one-time link, which cannot be shown again, with instructions. */
export function OneTimeLinkCard({ name, link }: { name: string; link: OneTimeLink }) {
  const id = useId()
  return (
    <div className="one-time-link d-grid gap-2">
      <p id={id}>
        Envie este link a {name}. Vale até {momentText(link.until)} e só funciona uma vez: com ele a pessoa escolhe a
        senha. Não o envie a mais ninguém; depois de sair daqui ele não é mostrado de novo.
      </p>
      <LinkField
        label={`Link de ${name}`}
        address={`${location.origin}/convite#${link.token}`}
        className="one-time-link-field d-grid gap-2"
        copied="Copiado: cole na mensagem para a pessoa."
        describedBy={id}
      />
    </div>
  )
}
