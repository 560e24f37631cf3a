import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { activeStates, type ChartDescription } from '../../../inspector/charts/chart-description.ts'
import { eventTypeOf, triggerWords } from '../../../inspector/charts/move-texts.ts'
import type { RecordedActor } from '../../../inspector/recording/recording.ts'
import { isServerMirror } from '../../../inspector/recording/server-mirror-names.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { eventText, outcomeTexts } from '../chart/state-text.ts'
import { useInspectorPart, useRecording } from '../inspector-hooks.ts'
import type { InspectorPart } from '../inspectors.ts'
import { ResultLine } from '../result-line.tsx'
import './event-sender.css'

/** Sends an event that the present states accept, with a validated payload; a paused display then continues live (INS-1). */
export function EventSender({ actor }: { actor: RecordedActor }) {
  const { recording } = useRecording()
  const sender = useInspectorPart('sender')
  const state = recording.stateAt(actor.id, null)
  const chart = actor.chartId === null ? undefined : recording.chart(actor.chartId)
  if (!recording.isLive)
    return <p className="card-note">Uma gravação só se olha. Feche-a para enviar eventos a este painel.</p>
  if (chart === undefined || sender === null) return <p className="card-note">Um serviço não declara eventos.</p>
  if (state?.status !== 'active' || state.value === null)
    return <p className="card-note">Este ator já terminou e não recebe mais eventos.</p>
  if (isServerMirror(actor.name))
    return (
      <p className="card-note">
        O servidor move este gráfico: aqui ele está como o servidor contou. Aja na página da ocorrência.
      </p>
    )
  const events = acceptedEvents(chart, activeStates(chart, state.value))
  if (events.length === 0) return <p className="card-note">Os estados atuais não aceitam eventos de fora.</p>
  return (
    <div className="event-sender d-grid gap-12">
      <p className="form-text">O que se envia aqui acontece de verdade.</p>
      <Choice actorId={actor.id} events={events} sender={sender} />
      <Editor actorId={actor.id} chart={chart} sender={sender} />
    </div>
  )
}

interface ChoiceProps {
  actorId: string
  events: readonly AcceptedEvent[]
  sender: InspectorPart<'sender'>
}

function Choice({ actorId, events, sender }: ChoiceProps) {
  const chosen = useSelector(sender, ({ context }) =>
    context.chosen.actorId === actorId ? context.chosen.eventType : '',
  )
  const id = useId()
  return (
    <div>
      <p id={id}>Aceitos agora</p>
      <ul className="accepted-events d-flex flex-wrap" aria-labelledby={id}>
        {events.map(({ type, text, guards }) => (
          <li key={type}>
            <button
              type="button"
              className="btn btn-sm btn-quiet font-monospace text-anywhere text-start"
              aria-pressed={type === chosen}
              title={guards.length === 0 ? undefined : `Se ${guards.join(' ou ')}`}
              onClick={() => sender.send({ type: 'sender.choose', actorId, eventType: type })}
            >
              {text}
              {guards.length > 0 && ' ?'}
            </button>
          </li>
        ))}
      </ul>
      {events.some(({ guards }) => guards.length > 0) && <p className="form-text">? depende de uma condição.</p>}
      {events.some(({ isOwn }) => isOwn) && (
        <p className="form-text">“após” e “falhou”: como se o prazo tivesse passado ou o serviço tivesse falhado.</p>
      )}
    </div>
  )
}

interface EditorProps {
  actorId: string
  chart: ChartDescription
  sender: InspectorPart<'sender'>
}

function Editor({ actorId, chart, sender }: EditorProps) {
  const { chosen, draft, problems, sent } = useSelector(sender, ({ context }) => context)
  const isOpen = useSelector(sender, (snapshot) => snapshot.hasTag('open'))
  const isBusy = useSelector(sender, (snapshot) => snapshot.hasTag('busy'))
  const isSent = useSelector(sender, (snapshot) => snapshot.hasTag('sent'))
  const isRefused = useSelector(sender, (snapshot) => snapshot.hasTag('refused'))
  const id = useId()
  if (!isOpen || chosen.actorId !== actorId) return null
  return (
    <form
      className="payload-form d-grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) sender.send({ type: 'sender.send' })
      }}
    >
      <label className="fw-semibold" htmlFor={id}>
        Conteúdo de <bdi>{eventText(chosen.eventType, chart)}</bdi>
      </label>
      {draft.comment !== '' && (
        <p className="form-text" lang="en">
          {draft.comment}
        </p>
      )}
      {draft.sketch !== null && (
        <p id={`${id}-sketch`} className="form-text font-monospace text-sm" dir="ltr">
          {draft.sketch}
        </p>
      )}
      <textarea
        id={id}
        dir="ltr"
        className={`form-control font-monospace text-sm ${isRefused ? 'is-invalid' : ''}`}
        rows={Math.min(12, Math.max(4, draft.text.split('\n').length + 1))}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isRefused}
        aria-describedby={`${id}-sketch ${id}-problems`}
        value={draft.text}
        onChange={({ target }) => sender.send({ type: 'sender.edit', text: target.value })}
      />
      <div id={`${id}-problems`} role="alert">
        {isRefused && (
          <ul className="payload-problems text-bad">
            {problems.map(({ path, text }) => (
              <li key={`${path} ${text}`}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      <BusyButton type="submit" isBusy={isBusy}>
        Enviar evento
      </BusyButton>
      <ResultLine text={isSent && sent !== null ? `Enviado: ${outcomeTexts[sent.outcome]}.` : ''} />
    </form>
  )
}

interface AcceptedEvent {
  type: string
  text: string
  /** Guards of its transitions; empty if a transition without guard applies. */
  guards: readonly string[]
  /** XState sends the event after a time, or after the failure of a service. */
  isOwn: boolean
}

/** Events that the active states accept, without wildcards: the events of the chart, then those of XState. */
function acceptedEvents({ moves }: ChartDescription, active: ReadonlySet<string>): readonly AcceptedEvent[] {
  const taken = moves.filter(
    ({ from, trigger: { kind }, ...move }) =>
      active.has(from) && (kind === 'after' || kind === 'failed' || (kind === 'event' && eventTypeOf(move) !== '*')),
  )
  return [...Map.groupBy(taken, eventTypeOf)]
    .flatMap(([type, candidates]) => {
      const [first] = candidates
      if (first === undefined) return []
      const isCertain = candidates.some(({ guard, isIgnored }) => guard === null && !isIgnored)
      const guards = isCertain ? [] : candidates.flatMap(({ guard }) => guard ?? [])
      return { type, text: triggerWords(first), guards, isOwn: first.trigger.kind !== 'event' }
    })
    .toSorted((one, other) => Number(one.isOwn) - Number(other.isOwn) || one.text.localeCompare(other.text))
}
