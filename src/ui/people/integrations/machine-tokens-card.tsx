import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId } from 'react'
import { momentText, sinceText } from '../../../../contract/texts/time-texts.ts'
import type { MachineToken, NewMachineToken } from '../../../../contract/wire/answers/machines.ts'
import { useCondominiumNames, useCondominiums } from '../../condominiums/condominium-hooks.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { LinkField } from '../../parts/forms/link-field.tsx'
import { useServerNow } from '../../parts/time/clock-hooks.ts'
import { type ListsProps, useChange } from './change-hooks.ts'
import '../../parts/forms/form-select.css'

const texts = {
  effect:
    'Um acesso deixa um controlador ou uma central mandar eventos para este painel, e nada mais. Vale até alguém encerrar.',
  shown: 'Copie o acesso para a configuração da máquina agora: depois de sair daqui ele não é mostrado de novo.',
  none: 'Nenhuma máquina tem acesso ainda.',
} as const

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
  const condominiums = useCondominiums()
  const id = useId()
  const problem = failure?.type === 'token.make' ? failure.text : undefined
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const condominiumId = `${data.get('condominium') ?? ''}` || null
    if (running === null) lists.send({ type: 'token.make', name: `${data.get('name') ?? ''}`, condominiumId })
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
          <label className="form-label" htmlFor={`${id}-condominium`}>
            Dispositivos de
          </label>
          <select id={`${id}-condominium`} name="condominium" className="form-select">
            <option value="">Todos os condomínios</option>
            {condominiums.map((condominium) => (
              <option key={condominium.id} value={condominium.id}>
                {condominium.name}
              </option>
            ))}
          </select>
        </div>
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
  const { condominiumIds, createdAt, madeBy, lastUsedAt } = token
  const places = condominiumIds?.map((id) => names.get(id) ?? 'condomínio que você não vê').join(', ')
  return (
    <li>
      <div>
        <strong id={name}>{token.name}</strong>
        <span className="field-hint d-block">
          {places ?? 'Todos os condomínios'}. Criado em <time dateTime={createdAt}>{momentText(createdAt)}</time>
          {madeBy !== '' && ` por ${madeBy}`}
          {lastUsedAt === null ? ', ainda não usado' : `, usado ${sinceText(now - Date.parse(lastUsedAt))}`}
        </span>
      </div>
      <BusyButton className="btn btn-sm btn-quiet" aria-describedby={name} isBusy={isEnding} onClick={onEnd}>
        Encerrar acesso
      </BusyButton>
    </li>
  )
}
