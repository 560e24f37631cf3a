import { useSelector } from '@xstate/react'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { kindRankWords } from '../../../../contract/incidents/kind-rank-words.ts'
import { type EventKind, kindRanks } from '../../../../contract/wire/answers/event-kinds.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { usePermissions } from '../../session/user-hooks.ts'
import { type ListsProps, useChange } from './change-hooks.ts'
import { contactIdKinds } from './contact-id.ts'

const texts = {
  effect:
    'Um evento com um código que não está aqui aparece em cinza, com o código. Dê nome aos que importam, e escolha quais chamam alguém.',
  none: 'Nenhum código tem nome ainda.',
  takeOver: 'Trazer códigos comuns (Contact ID)',
  all: 'Todos os códigos comuns já estão na lista.',
  known: 'Este código já está na lista. Use Alterar, ao lado dele.',
} as const

/** The customer's catalogue of kinds of events (EVT-1). */
export function EventKindsCard({ lists }: ListsProps) {
  const kinds = useSelector(lists, ({ context }) => context.kinds)
  const mayWrite = usePermissions().includes('condominium:write')
  const { running, failure } = useChange(lists)
  const [edited, setEdited] = useState<EventKind | null>(null)
  return (
    <section className="card" aria-labelledby="tipos-de-evento">
      <div className="card-heading">
        <h2 id="tipos-de-evento">Tipos de evento</h2>
        <p>{texts.effect}</p>
      </div>
      {mayWrite && <KindForm key={edited?.code} lists={lists} edited={edited} onEnd={() => setEdited(null)} />}
      {mayWrite && <TakeOver lists={lists} known={kinds} />}
      {failure?.type.startsWith('kind') && <FailureNotice text={`Nada foi gravado. ${failure.text}`} />}
      {kinds.length === 0 && <p className="card-note">{texts.none}</p>}
      <ul className="integration-list" aria-label="Códigos com nome">
        {kinds.map((kind) => (
          <li key={kind.code}>
            <div>
              <strong>{kind.name}</strong>
              <span className="field-hint d-block">
                {kind.code}, {kindRankWords[kind.rank]}, {kind.calls ? 'chama alguém' : 'só aparece na lista'}
              </span>
            </div>
            {mayWrite && (
              <div className="d-flex gap-2">
                <button type="button" className="btn btn-sm btn-quiet" onClick={() => setEdited(kind)}>
                  Alterar<span className="visually-hidden"> {kind.name}</span>
                </button>
                <BusyButton
                  className="btn btn-sm btn-quiet"
                  isBusy={running?.type === 'kind.remove' && running.code === kind.code}
                  onClick={() => lists.send({ type: 'kind.remove', code: kind.code })}
                >
                  Retirar<span className="visually-hidden"> {kind.name}</span>
                </BusyButton>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `onEnd`: the kind was saved, or the person does not change it. */
function KindForm({ lists, edited, onEnd }: ListsProps & { edited: EventKind | null; onEnd: () => void }) {
  const { running, failure } = useChange(lists)
  const [isKnown, setKnown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const isSaving = running?.type === 'kinds.set'
  const wasSaving = useRef(false)
  useEffect(() => {
    if (wasSaving.current && !isSaving && failure === null) {
      form.current?.reset()
      onEnd()
    }
    wasSaving.current = isSaving
  }, [isSaving, failure, onEnd])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => `${data.get(name) ?? ''}`.trim()
    const rank = kindRanks.find((each) => each === text('rank')) ?? 'normal'
    const kind = { code: text('code'), name: text('name'), rank, calls: data.has('calls') }
    const isTaken = edited === null && lists.getSnapshot().context.kinds.some(({ code }) => code === kind.code)
    setKnown(isTaken)
    if (running === null && !isTaken) lists.send({ type: 'kinds.set', kinds: [kind] })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="integration-form">
      <div className="integration-fields">
        <div>
          <label className="form-label" htmlFor={`${id}-code`}>
            Código
          </label>
          <input
            id={`${id}-code`}
            name="code"
            className="form-control"
            autoComplete="off"
            spellCheck={false}
            defaultValue={edited?.code}
            readOnly={edited !== null}
            aria-invalid={isKnown}
            aria-describedby={isKnown ? `${id}-known` : undefined}
          />
          <FieldProblem id={`${id}-known`} text={isKnown ? texts.known : undefined} />
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-name`}>
            Nome
          </label>
          <input
            id={`${id}-name`}
            name="name"
            className="form-control"
            autoComplete="off"
            defaultValue={edited?.name}
          />
        </div>
        <div>
          <label className="form-label" htmlFor={`${id}-rank`}>
            Urgência
          </label>
          <select id={`${id}-rank`} name="rank" className="form-select" defaultValue={edited?.rank ?? 'normal'}>
            {kindRanks.map((rank) => (
              <option key={rank} value={rank}>
                {kindRankWords[rank]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="form-check">
        <input
          id={`${id}-calls`}
          name="calls"
          type="checkbox"
          className="form-check-input"
          defaultChecked={edited?.calls}
        />
        <label className="form-check-label" htmlFor={`${id}-calls`}>
          Chama alguém: abre uma ocorrência
        </label>
      </div>
      <div className="d-flex flex-wrap gap-2">
        <BusyButton type="submit" className="btn btn-primary" isBusy={isSaving}>
          Salvar tipo
        </BusyButton>
        {edited !== null && (
          <button type="button" className="btn btn-quiet" onClick={onEnd}>
            Cancelar
          </button>
        )}
      </div>
    </form>
  )
}

function TakeOver({ lists, known }: ListsProps & { known: readonly EventKind[] }) {
  const { running } = useChange(lists)
  const id = useId()
  const taken = new Set(known.map(({ code }) => code))
  const offered = contactIdKinds.filter(({ code }) => !taken.has(code))
  const take = (kinds: readonly EventKind[]) => {
    if (running === null && kinds.length > 0) lists.send({ type: 'kinds.set', kinds })
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = new Set(new FormData(event.currentTarget).getAll('code'))
    take(offered.filter(({ code }) => chosen.has(code)))
  }
  return (
    <details className="integration-form">
      <summary>{texts.takeOver}</summary>
      {offered.length === 0 && <p className="field-hint">{texts.all}</p>}
      {offered.length > 0 && (
        <form onSubmit={submit}>
          <div className="integration-fields">
            {offered.map(({ code, name }) => (
              <div key={code} className="form-check">
                <input id={`${id}-${code}`} name="code" value={code} type="checkbox" className="form-check-input" />
                <label className="form-check-label" htmlFor={`${id}-${code}`}>
                  {code} {name}
                </label>
              </div>
            ))}
          </div>
          <div className="d-flex flex-wrap gap-2 mt-3">
            <button type="submit" className="btn btn-quiet">
              Trazer os escolhidos
            </button>
            <button type="button" className="btn btn-quiet" onClick={() => take(offered)}>
              Trazer todos
            </button>
          </div>
        </form>
      )}
    </details>
  )
}
