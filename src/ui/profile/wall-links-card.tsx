import { useSelector } from '@xstate/react'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { momentText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { NewWallLink, WallLink } from '../../../contract/wire/answers/wall.ts'
import type { wallLinksMachine } from '../../machines/profile/wall-links.machine.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { LinkField } from '../parts/forms/link-field.tsx'
import { useLostFocusReturned } from '../parts/lost-focus.ts'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { ProofDialog } from '../session/proof-dialog.tsx'

const texts = {
  effect:
    'Uma tela de parede que mostra os seus condomínios sem ninguém entrar nela: só se lê, e vale até você revogar o link.',
  loading: 'Carregando os links…',
  failed: 'Não foi possível carregar os seus links.',
  shown:
    'Abra este link na tela da parede e guarde-o como página inicial dela. Quem o tem vê o que você vê; depois de sair daqui ele não é mostrado de novo.',
} as const

type WallLinksProps = { wallLinks: ActorRefFrom<typeof wallLinksMachine> }

/** Links to the wall view, each shown once and revocable (INC-8); empty if the server has no wall. */
export function WallLinksCard({ wallLinks }: WallLinksProps) {
  useEffect(() => {
    wallLinks.send({ type: 'links.want' })
    return () => wallLinks.send({ type: 'links.left' })
  }, [wallLinks])
  const { links, subject, made, failure, revoked } = useSelector(wallLinks, ({ context }) => context)
  const status = useSelector(wallLinks, (shown) => firstTag(shown, ['absent', 'error', 'unknown']))
  const isRevoking = useSelector(wallLinks, (shown) => shown.hasTag('revoking'))
  const proof = useSelector(wallLinks, ({ children }) => children.proof)
  const outcome = useRef<HTMLParagraphElement>(null)
  // The pressed button disappeared with its link: moves the focus to the outcome, for keyboard users.
  useLostFocusReturned(revoked, outcome)
  if (status === 'absent') return null
  return (
    <section className="card profile-sessions" aria-labelledby="modo-plantao">
      <ProofDialog actor={proof} />
      <div className="card-heading">
        <h2 id="modo-plantao">Modo plantão</h2>
        <p>{texts.effect}</p>
      </div>
      {status === 'error' && (
        <FailureNotice text={texts.failed} onRetry={() => wallLinks.send({ type: 'links.want' })} />
      )}
      {status === 'unknown' && <p className="profile-note">{texts.loading}</p>}
      {status === undefined && (
        <>
          <MakeForm wallLinks={wallLinks} />
          {made !== null && <Made key={made.id} link={made} />}
          {failure?.of === 'revoke' && <FailureNotice text={`Link não revogado. ${failure.text}`} />}
          <ul>
            {links.map((link) => (
              <LinkItem
                key={link.id}
                link={link}
                isRevoking={isRevoking && subject === link.id}
                onRevoke={() => wallLinks.send({ type: 'links.revoke', id: link.id })}
              />
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

function MakeForm({ wallLinks }: WallLinksProps) {
  const failure = useSelector(wallLinks, ({ context }) => context.failure)
  const isMaking = useSelector(wallLinks, (shown) => shown.hasTag('making'))
  const id = useId()
  const problem = failure?.of === 'make' ? failure.text : undefined
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isMaking)
      wallLinks.send({ type: 'links.make', name: `${new FormData(event.currentTarget).get('name') ?? ''}` })
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
  const address = `${location.origin}/plantao#${link.token}`
  return (
    <div className="profile-wall-made">
      <LinkField
        label={`Link de ${link.name}`}
        address={address}
        className="profile-wall-field d-flex flex-wrap gap-2"
        copied="Link copiado."
        hint={texts.shown}
      >
        <a className="btn btn-quiet" href={address} target="_blank" rel="noreferrer">
          Abrir
        </a>
      </LinkField>
    </div>
  )
}

interface LinkItemProps {
  link: WallLink
  isRevoking: boolean
  onRevoke: () => void
}

function LinkItem({ link, isRevoking, onRevoke }: LinkItemProps) {
  const name = useId()
  const now = useServerNow()
  const { createdAt, lastSeenAt } = link
  return (
    <li>
      <div>
        <strong id={name}>{link.name}</strong>
        <span className="field-hint">
          Feito em <time dateTime={createdAt}>{momentText(createdAt)}</time>
          {lastSeenAt === null ? ', ainda não aberto' : `, visto ${sinceText(now - Date.parse(lastSeenAt))}`}
        </span>
      </div>
      <BusyButton className="btn btn-sm btn-quiet" aria-describedby={name} isBusy={isRevoking} onClick={onRevoke}>
        Revogar link
      </BusyButton>
    </li>
  )
}
