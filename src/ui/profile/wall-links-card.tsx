import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import type { NewWallLink, WallLink } from '../../../contract/wire/answers/wall.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useTextCopy } from '../parts/text-copy.ts'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { sinceText } from '../parts/time/time-texts.ts'
import { useWallLinks } from './wall-links-hooks.ts'

const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

const texts = {
  effect:
    'Uma tela de parede que mostra os seus condomínios sem ninguém entrar nela: só se lê, e vale até você revogar o link.',
  loading: 'Carregando os links…',
  failed: 'Não foi possível carregar os seus links.',
  shown:
    'Abra este link na tela da parede e guarde-o como página inicial dela. Quem o tem vê o que você vê; depois de sair daqui ele não é mostrado de novo.',
} as const

const copyTexts = {
  idle: '',
  copied: 'Link copiado.',
  byHand: 'O navegador não deixou copiar. O link está selecionado: use Ctrl C.',
} as const

type Links = ReturnType<typeof useWallLinks>

/** Links to the wall view, each shown once and revocable (INC-8); empty if the server has no wall. */
export function WallLinksCard() {
  const links = useWallLinks()
  const { status, context, send } = links
  const outcome = useRef<HTMLParagraphElement>(null)
  const revoked = context?.revoked ?? 0
  // The pressed button disappeared with its link: moves the focus to the outcome, for keyboard users.
  useEffect(() => {
    if (revoked > 0 && document.activeElement === document.body) outcome.current?.focus()
  }, [revoked])
  if (status === 'absent') return null
  return (
    <section className="card profile-sessions" aria-labelledby="modo-plantao">
      <div className="card-heading">
        <h2 id="modo-plantao">Modo plantão</h2>
        <p>{texts.effect}</p>
      </div>
      {status === 'failed' && <FailureNotice text={texts.failed} onRetry={() => send({ type: 'links.want' })} />}
      {status === 'loading' && <p className="profile-note">{texts.loading}</p>}
      {status === 'listed' && context !== undefined && (
        <>
          <MakeForm links={links} />
          {context.made !== null && <Made key={context.made.id} link={context.made} />}
          {context.failure?.of === 'revoke' && (
            <div className="failure-notice">
              <AlertIcon />
              <p role="alert">Link não revogado. {context.failure.text}</p>
            </div>
          )}
          <ul>
            {context.links.map((link) => (
              <LinkItem key={link.id} link={link} links={links} />
            ))}
          </ul>
        </>
      )}
      <p ref={outcome} className="profile-outcome" role="status" tabIndex={-1}>
        {revoked > 0 && 'Link revogado: a tela que o usava não mostra mais nada.'}
      </p>
    </section>
  )
}

function MakeForm({ links: { context, isMaking, send } }: { links: Links }) {
  const id = useId()
  const problem = context?.failure?.of === 'make' ? context.failure.text : undefined
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isMaking) send({ type: 'links.make', name: `${new FormData(event.currentTarget).get('name') ?? ''}` })
  }
  return (
    <form noValidate onSubmit={submit} className="profile-wall-form">
      <label className="form-label" htmlFor={id}>
        Onde fica a tela
      </label>
      <div className="profile-wall-field d-flex flex-wrap gap-2">
        <input
          id={id}
          name="name"
          className="form-control"
          autoComplete="off"
          maxLength={80}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
        />
        <BusyButton type="submit" className="btn btn-quiet" isBusy={isMaking}>
          Fazer link
        </BusyButton>
      </div>
      <FieldProblem id={`${id}-problem`} text={problem} />
    </form>
  )
}

function Made({ link }: { link: NewWallLink }) {
  const { phase, start } = useTextCopy()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const address = `${location.origin}/plantao#${link.token}`
  useEffect(() => {
    if (phase === 'byHand') field.current?.select()
  }, [phase])
  return (
    <div className="profile-wall-made">
      <label className="form-label" htmlFor={id}>
        Link de {link.name}
      </label>
      <div className="profile-wall-field d-flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          className="form-control"
          readOnly
          value={address}
          aria-describedby={`${id}-what`}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn btn-primary" onClick={() => start(address)}>
          Copiar
        </button>
        <a className="btn btn-quiet" href={address} target="_blank" rel="noreferrer">
          Abrir
        </a>
      </div>
      <p id={`${id}-what`} className="profile-hint">
        {texts.shown}
      </p>
      <p role="status" className="profile-hint">
        {copyTexts[phase]}
      </p>
    </div>
  )
}

function LinkItem({ link, links: { context, isRevoking, send } }: { link: WallLink; links: Links }) {
  const name = useId()
  const now = useServerNow()
  const { id, createdAt, lastSeenAt } = link
  return (
    <li>
      <div>
        <strong id={name}>{link.name}</strong>
        <span className="profile-hint">
          Feito em <time dateTime={createdAt}>{format.format(new Date(createdAt))}</time>
          {lastSeenAt === null ? ', ainda não aberto' : `, visto ${sinceText(now - Date.parse(lastSeenAt))}`}
        </span>
      </div>
      <BusyButton
        className="btn btn-sm btn-quiet"
        aria-describedby={name}
        isBusy={isRevoking && context?.subject === id}
        onClick={() => send({ type: 'links.revoke', id })}
      >
        Revogar link
      </BusyButton>
    </li>
  )
}
