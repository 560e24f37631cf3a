import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId, useState } from 'react'
import { daysLeft, endWarningDays, usualTokenDays } from '../../../../contract/machines/token-days.ts'
import { momentText, sinceText } from '../../../../contract/texts/time-texts.ts'
import type { MachineToken, NewMachineToken } from '../../../../contract/wire/answers/machines.ts'
import { useCondominiumNames } from '../../condominiums/condominium-hooks.ts'
import { CondominiumField } from '../../condominiums/search/condominium-field.tsx'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { LinkField } from '../../parts/forms/link-field.tsx'
import { useServerNow } from '../../parts/time/clock-hooks.ts'
import { type ListsProps, useChange } from './change-hooks.ts'
import '../../parts/forms/form-select.css'

const texts = {
  effect:
    'Um acesso deixa um controlador ou uma central mandar eventos para este painel, e nada mais. Vale até o fim escolhido, ou até alguém encerrar.',
  shown: 'Copie o acesso para a configuração da máquina agora: depois de sair daqui ele não é mostrado de novo.',
  none: 'Nenhuma máquina tem acesso ainda.',
  unchosen: 'Escolha o condomínio, ou marque todos.',
} as const

/** Choices of how long a token is valid, in days; '' is a token without an end. */
const terms = [
  ['30', '30 dias'],
  ['90', '90 dias'],
  [`${usualTokenDays}`, '1 ano'],
  ['730', '2 anos'],
  ['', 'Sem fim'],
] as const

/** The tokens of machines: each is shown once, and ends at once (CALL-4). */
export function MachineTokensCard({ lists }: ListsProps) {
  const tokens = useSelector(lists, ({ context }) => context.tokens)
  const made = useSelector(lists, ({ context }) => context.made)
  const { running, failure } = useChange(lists)
  return (
    <section className="card" aria-labelledby="acessos-de-maquinas">
      <div className="card-heading">
        <h2 id="acessos-de-maquinas">Acessos de máquinas</h2>
        <p>{texts.effect}</p>
      </div>
      <MakeForm lists={lists} />
      {made !== null && <Made key={made.id} made={made} />}
      {failure?.type === 'token.end' && <FailureNotice text={`Acesso não encerrado. ${failure.text}`} />}
      {tokens.length === 0 && <p className="card-note">{texts.none}</p>}
      <ul className="integration-list">
        {tokens.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            isEnding={running?.type === 'token.end' && running.id === token.id}
            onEnd={() => lists.send({ type: 'token.end', id: token.id })}
          />
        ))}
      </ul>
    </section>
  )
}

function MakeForm({ lists }: ListsProps) {
  const { running, failure } = useChange(lists)
  const [isForAll, setIsForAll] = useState(true)
  const [condominiumId, setCondominiumId] = useState('')
  const [isUnchosen, setIsUnchosen] = useState(false)
  const id = useId()
  const problem = failure?.type === 'token.make' ? failure.text : undefined
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const days = `${data.get('days') ?? ''}`
    const isMissing = !isForAll && condominiumId === ''
    setIsUnchosen(isMissing)
    if (running !== null || isMissing) return
    lists.send({
      type: 'token.make',
      name: `${data.get('name') ?? ''}`,
      condominiumId: isForAll ? null : condominiumId,
      days: days === '' ? null : Number(days),
    })
  }
  return (
    <form noValidate onSubmit={submit} className="integration-form">
      <div className="integration-fields">
        <div>
          <label className="form-label" htmlFor={id}>
            Nome da máquina ou do lugar
          </label>
          <input
            id={id}
            name="name"
            className="form-control"
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
          />
          <FieldProblem id={`${id}-problem`} text={problem} />
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-days`}>
            Vale por
          </label>
          <select id={`${id}-days`} name="days" className="form-select" defaultValue={`${usualTokenDays}`}>
            {terms.map(([days, text]) => (
              <option key={days} value={days}>
                {text}
              </option>
            ))}
          </select>
        </div>
        {!isForAll && (
          <CondominiumField
            id={`${id}-condominium`}
            name="condominium"
            first=""
            noneText="Escolha o condomínio"
            onChange={setCondominiumId}
            problem={isUnchosen ? texts.unchosen : undefined}
          />
        )}
      </div>
      <div className="form-check">
        <input
          id={`${id}-all`}
          type="checkbox"
          className="form-check-input"
          checked={isForAll}
          onChange={({ target }) => {
            setIsForAll(target.checked)
            setCondominiumId('')
            setIsUnchosen(false)
          }}
        />
        <label className="form-check-label" htmlFor={`${id}-all`}>
          Dispositivos de todos os condomínios
        </label>
      </div>
      <div>
        <BusyButton type="submit" className="btn btn-primary" isBusy={running?.type === 'token.make'}>
          Criar acesso
        </BusyButton>
      </div>
    </form>
  )
}

function Made({ made }: { made: NewMachineToken }) {
  return (
    <div className="integration-form">
      <LinkField
        label={`Acesso de ${made.name}`}
        address={made.token}
        className="d-flex flex-wrap gap-2"
        copied="Acesso copiado."
        hint={texts.shown}
      />
    </div>
  )
}

interface TokenItemProps {
  token: MachineToken
  isEnding: boolean
  onEnd: () => void
}

function TokenItem({ token, isEnding, onEnd }: TokenItemProps) {
  const names = useCondominiumNames()
  const name = useId()
  const now = useServerNow()
  const { condominiumIds, createdAt, madeBy, lastUsedAt, expiresAt } = token
  const left = daysLeft(expiresAt, now)
  const places = condominiumIds?.map((id) => names.get(id) ?? 'condomínio que você não vê').join(', ')
  return (
    <li>
      <div>
        <strong id={name}>{token.name}</strong>
        <span className="field-hint d-block">
          {places ?? 'Todos os condomínios'}. Criado em <time dateTime={createdAt}>{momentText(createdAt)}</time>
          {madeBy !== '' && ` por ${madeBy}`}
          {lastUsedAt === null ? ', ainda não usado' : `, usado ${sinceText(now - Date.parse(lastUsedAt))}`}.{' '}
          {expiresAt !== null && <Term expiresAt={expiresAt} isOver={Date.parse(expiresAt) <= now} />}
        </span>
        {left !== null && left <= endWarningDays && <strong className="text-bad text-sm">{endText(left)}</strong>}
      </div>
      <BusyButton className="btn btn-sm btn-quiet" aria-describedby={name} isBusy={isEnding} onClick={onEnd}>
        Encerrar acesso
      </BusyButton>
    </li>
  )
}

function Term({ expiresAt, isOver }: { expiresAt: string; isOver: boolean }) {
  return (
    <>
      {isOver ? 'Terminou em ' : 'Vale até '}
      <time dateTime={expiresAt}>{momentText(expiresAt)}</time>.
    </>
  )
}

function endText(left: number): string {
  if (left <= 0) return 'Terminou: crie outro e troque o acesso na máquina.'
  return `Termina em ${left === 1 ? '1 dia' : `${left} dias`}: crie outro e troque o acesso na máquina.`
}
