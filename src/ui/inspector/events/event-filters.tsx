import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import type { EventFilter } from '../../../inspector/recording/event-filter.ts'
import { type Outcome, outcomes } from '../../../inspector/recording/recording.ts'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { outcomeTexts } from '../chart/state-text.ts'
import { useInspector, useRecording } from '../inspector-hooks.ts'
import { dayAndClockText } from '../time-text.ts'
import { eventKind } from './filtered-events.ts'
import '../../parts/forms/form-select.css'

/**
 * Filters of the list of events, and the kinds of events that the list leaves out.
 * @param present number of the chosen event
 */
export function EventFilters({ count, present }: { count: number; present: number | undefined }) {
  const inspector = useInspector()
  const filter = useSelector(inspector, ({ context }) => context.filter)
  const ignored = useSelector(inspector, ({ context }) => context.ignored)
  const change = (changed: Partial<EventFilter>) => inspector.send({ type: 'filter.change', filter: changed })
  const used = [filter.device.trim() !== '', filter.outcome !== null, filter.from !== null, filter.to !== null]
  const inUse = used.filter(Boolean).length + ignored.length
  return (
    <div className="event-filters d-grid">
      <div className="d-flex flex-wrap align-items-baseline justify-content-between gap-2">
        <h2>Eventos</h2>
        <p className="text-soft text-sm">{count === 1 ? '1 evento' : `${count.toLocaleString('pt-BR')} eventos`}</p>
      </div>
      <SearchField
        label="Filtrar eventos"
        placeholder="Evento, ator ou conteúdo"
        text={filter.text}
        onText={(text) => change({ text })}
      />
      <label className="form-check gap-2 m-0">
        <input
          type="checkbox"
          className="form-check-input"
          checked={filter.isOnlyActor}
          onChange={({ target }) => change({ isOnlyActor: target.checked })}
        />
        <span className="form-check-label">Só deste ator</span>
      </label>
      <details className="event-filter-more">
        <summary>{inUse === 0 ? 'Mais filtros' : `Mais filtros (${inUse} em uso)`}</summary>
        <div className="d-grid gap-2">
          <SearchField
            label="Dispositivo dos eventos"
            placeholder="Dispositivo"
            text={filter.device}
            onText={(device) => change({ device })}
          />
          <OutcomeSelect outcome={filter.outcome} onOutcome={(outcome) => change({ outcome })} />
          <PeriodFilter present={present} from={filter.from} to={filter.to} onChange={change} />
          <IgnoredKinds present={present} ignored={ignored} />
        </div>
      </details>
      {count === 0 && <p>Nenhum evento com este filtro.</p>}
    </div>
  )
}

function OutcomeSelect({
  outcome,
  onOutcome,
}: {
  outcome: Outcome | null
  onOutcome: (outcome: Outcome | null) => void
}) {
  const id = useId()
  return (
    <div>
      <label className="visually-hidden" htmlFor={id}>
        Resultado
      </label>
      <select
        id={id}
        className="form-select"
        value={outcome ?? ''}
        onChange={({ target }) => onOutcome(outcomes.find((known) => known === target.value) ?? null)}
      >
        <option value="">Todos os resultados</option>
        {outcomes.map((known) => (
          <option key={known} value={known}>
            {outcomeTexts[known]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The period is also the part of the recording that a report contains. */
function PeriodFilter({
  present,
  from,
  to,
  onChange,
}: {
  present: number | undefined
  from: number | null
  to: number | null
  onChange: (changed: Partial<EventFilter>) => void
}) {
  const { recording } = useRecording()
  const at = present === undefined ? undefined : recording.event(present)?.at
  return (
    <div>
      <div className="d-flex flex-wrap gap-2">
        <SmallButton disabled={at === undefined} onClick={() => at !== undefined && onChange({ from: at })}>
          Desde este evento
        </SmallButton>
        <SmallButton disabled={at === undefined} onClick={() => at !== undefined && onChange({ to: at })}>
          Até este evento
        </SmallButton>
        {(from !== null || to !== null) && (
          <SmallButton onClick={() => onChange({ from: null, to: null })}>Todo o tempo</SmallButton>
        )}
      </div>
      <p className="text-soft text-sm" role="status">
        {[from !== null && `Desde ${dayAndClockText(from)}`, to !== null && `até ${dayAndClockText(to)}`]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

function IgnoredKinds({ present, ignored }: { present: number | undefined; ignored: readonly string[] }) {
  const inspector = useInspector()
  const { recording } = useRecording()
  const event = present === undefined ? undefined : recording.event(present)
  const kind = event && eventKind(recording, event)
  return (
    <div>
      <SmallButton
        disabled={kind === undefined}
        onClick={() => kind !== undefined && inspector.send({ type: 'kind.ignore', kind })}
      >
        Ignorar {kind ?? 'este evento'}
      </SmallButton>
      {ignored.length > 0 && (
        <ul className="ignored-kinds" aria-label="Eventos ignorados">
          {ignored.map((each) => (
            <li key={each} className="d-flex flex-wrap align-items-center justify-content-between gap-2">
              <bdi className="font-monospace text-sm text-anywhere">{each}</bdi>
              <SmallButton
                label={`Mostrar ${each} de novo`}
                onClick={() => inspector.send({ type: 'kind.heed', kind: each })}
              >
                Mostrar de novo
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SmallButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label?: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm text-anywhere text-start"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
