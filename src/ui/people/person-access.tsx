import { shallowEqual, useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { invitationDays, passwordLinkHours } from '../../../contract/fields/one-time-link.ts'
import { coversRights, moreRightsText } from '../../../contract/rights.ts'
import type { personActMachine } from '../../machines/people/person-act.machine.ts'
import type { PersonAct } from '../../services/people/people-api.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { usePermissions, useSignedInUser } from '../session/user-hooks.ts'
import { OneTimeLinkCard } from './one-time-link.tsx'
import type { PersonFormRef, PersonPageRef } from './person-draft-hooks.ts'
import { linkText, secondFactorText, seenText, statusTexts, statusTones } from './person-texts.ts'

/** Shows the status of the person's access, and the actions to change it. */
export function PersonAccess({ page, form }: { page: PersonPageRef; form: PersonFormRef }) {
  const person = useSelector(form, ({ context }) => context.record?.person)
  const { act, done } = useSelector(page, ({ context: { done }, children: { act } }) => ({ act, done }), shallowEqual)
  const now = useServerNow()
  const { userId } = useSignedInUser()
  const own = usePermissions()
  if (person === undefined) return null
  const { id, status } = person
  const open = (act: PersonAct) => page.send({ type: 'act.open', act })
  const link = linkText(person)
  const secondFactor = secondFactorText(person)
  const isSelf = id === userId
  const isWithinReach = coversRights(own, person.permissions)
  return (
    <section className="card person-access d-grid gap-2" aria-labelledby="acesso">
      <div className="card-heading">
        <h2 id="acesso">Acesso</h2>
        <strong className={`people-status text-xs fw-semibold tone-${statusTones[status]}`}>
          {statusTexts[status]}
        </strong>
      </div>
      <p>{seenText(person, now)}</p>
      {link !== '' && <p>{link}</p>}
      {secondFactor !== '' && <p>{secondFactor}</p>}
      {isWithinReach && (
        <div className="record-form-actions">
          {status !== 'disabled' && !isSelf && (
            <button type="button" className="btn btn-quiet" onClick={() => open('link')}>
              {status === 'invited' ? 'Criar outro link de convite' : 'Criar link para outra senha'}
            </button>
          )}
          {status === 'disabled' && (
            <button type="button" className="btn btn-primary" onClick={() => open('enable')}>
              Reativar
            </button>
          )}
          {status !== 'disabled' && !isSelf && (
            <button type="button" className="btn btn-danger" onClick={() => open('disable')}>
              Desativar
            </button>
          )}
        </div>
      )}
      {isSelf && (
        <p className="field-hint">
          Este é o seu próprio acesso: só outra pessoa pode desativá-lo. A sua senha você troca no perfil.
        </p>
      )}
      {!isWithinReach && <p className="field-hint">{moreRightsText}</p>}
      <p role="status">{done !== null && doneTexts[done]}</p>
      {act !== undefined && <ActDialog actor={act} name={person.name} isInvited={status === 'invited'} />}
    </section>
  )
}

const doneTexts: Readonly<Record<PersonAct, string>> = {
  link: 'Link criado. O anterior não vale mais.',
  disable: 'Acesso desativado: a pessoa já está fora do painel.',
  enable: 'Acesso reativado.',
}

interface ActDialogProps {
  actor: ActorRefFrom<typeof personActMachine>
  name: string
  isInvited: boolean
}

function ActDialog({ actor, name, isInvited }: ActDialogProps) {
  const { act, failure, link } = useSelector(actor, ({ context }) => context)
  const phase = useSelector(actor, (snapshot) => firstTag(snapshot, ['finished', 'linked', 'kept', 'error', 'busy']))
  if (phase === 'finished') return null
  const isKept = phase === 'kept'
  const { title, text, confirm } = question(act, name, isInvited)
  const close = () => actor.send({ type: 'act.close' })
  if (phase === 'linked' && link !== null)
    return (
      <ModalDialog key="linked" title="Link criado" text={<OneTimeLinkCard name={name} link={link} />}>
        <button type="button" className="btn btn-quiet" onClick={close}>
          Fechar
        </button>
      </ModalDialog>
    )
  return (
    <ModalDialog key="question" title={title} text={<p>{text}</p>} onDismiss={close}>
      {failure !== null && (isKept || phase === 'error') && (
        <p role="alert" className="person-act-refusal">
          {failure.message}
        </p>
      )}
      {!isKept && (
        <BusyButton
          className={act === 'disable' ? 'btn btn-danger' : 'btn btn-primary'}
          isBusy={phase === 'busy'}
          onClick={() => actor.send({ type: 'act.confirm' })}
        >
          {confirm}
        </BusyButton>
      )}
      <button type="button" className="btn btn-quiet" data-initial-focus onClick={close}>
        {isKept ? 'Fechar' : 'Cancelar'}
      </button>
    </ModalDialog>
  )
}

function question(act: PersonAct, name: string, isInvited: boolean) {
  if (act === 'disable')
    return {
      title: `Desativar ${name}?`,
      text: 'As sessões da pessoa terminam na hora, em todos os computadores, e ela não entra mais até ser reativada. O que ela fez continua registrado.',
      confirm: 'Desativar',
    }
  if (act === 'enable')
    return {
      title: `Reativar ${name}?`,
      text: 'A pessoa volta a entrar com a senha de antes. Se ela nunca entrou, crie depois um link novo.',
      confirm: 'Reativar',
    }
  return {
    title: isInvited ? `Outro link de convite para ${name}?` : `Link para ${name} escolher outra senha?`,
    text: isInvited
      ? `O link anterior deixa de valer. O novo vale ${invitationDays} dias e só funciona uma vez.`
      : `A senha de agora vale até o link ser usado; então as sessões da pessoa terminam. O link vale ${passwordLinkHours} horas e só funciona uma vez.`,
    confirm: 'Criar link',
  }
}
