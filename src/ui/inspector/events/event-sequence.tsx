import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo } from 'react'
import type { RecordedEvent, Recording } from '../../../inspector/recording/recording.ts'
import { outcomeTexts, recordedEventText } from '../chart/state-text.ts'
import { useInspector, useMoment, useRecording, useSelectedActor } from '../inspector-hooks.ts'
import { useScrolledRows } from '../scrolled-rows.ts'
import { clockText } from '../time-text.ts'
import { EventFilters } from './event-filters.tsx'
import { FilteredEvents, type Lifeline, lifelinesOf } from './filtered-events.ts'
import { LifelineArrow, LifelineHeads, lifelineWay } from './sequence-lanes.tsx'
import './event-sequence.css'

const rowHeight = 44

/** Lists all recorded events; the chosen event is the moment that the page shows (INS-1). */
export function EventSequence() {
  const inspector = useInspector()
  const { recording, revision } = useRecording()
  const moment = useMoment()
  const selected = useSelectedActor()
  // The typed letter is painted before the events are searched.
  const filter = useDeferredValue(useSelector(inspector, ({ context }) => context.filter))
  const ignored = useSelector(inspector, ({ context }) => context.ignored)
  const actorId = filter.isOnlyActor ? (selected?.id ?? null) : null
  const filtered = useMemo(
    () => new FilteredEvents(recording, { ...filter, actorId, ignored }),
    [recording, filter, actorId, ignored],
  )
  const seqs = filtered.seqs()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a live recording is changed in place; its revision is the dependency
  const lifelines = useMemo(() => lifelinesOf(recording, filtered.seqs()), [recording, filtered, revision])
  const id = useId()
  const index = moment === null ? seqs.length - 1 : seqs.findLastIndex((seq) => seq <= moment)
  const { frame, rows, isActiveDrawn, blockSize, show } = useScrolledRows(seqs.length, rowHeight, index)
  const present = seqs[index]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroll function is a new one at each render
  useEffect(() => {
    if (index >= 0) show(index)
  }, [present, filtered])

  const goTo = (to: number) => {
    const seq = seqs[Math.max(0, Math.min(to, seqs.length - 1))]
    if (seq !== undefined) inspector.send({ type: 'moment.goTo', seq })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const goal = goalOf(event.key, index, seqs.length)
    if (goal === undefined) return
    event.preventDefault()
    goTo(goal)
  }
  return (
    <section className="card event-sequence d-grid min-w-0" aria-label="Eventos">
      <EventFilters count={seqs.length} present={present} />
      <LifelineHeads lifelines={lifelines} selectedId={selected?.id ?? null} />
      <div
        ref={frame}
        className="event-frame"
        role="listbox"
        aria-label="Sequência de eventos"
        tabIndex={0}
        aria-activedescendant={isActiveDrawn ? `${id}-${present}` : undefined}
        onKeyDown={onKeyDown}
        onWheel={({ deltaY }) => {
          if (deltaY < 0 && moment === null) inspector.send({ type: 'moment.pause' })
        }}
      >
        <div className="position-relative" role="presentation" style={{ blockSize }}>
          {rows.map(({ index: at, start }) => {
            const seq = seqs[at]
            const event = seq === undefined ? undefined : recording.event(seq)
            return (
              event && (
                <EventRow
                  key={event.seq}
                  id={`${id}-${event.seq}`}
                  event={event}
                  recording={recording}
                  lifelines={lifelines}
                  start={start}
                  isPresent={event.seq === present}
                  onChoose={() => goTo(at)}
                />
              )
            )
          })}
        </div>
      </div>
    </section>
  )
}

const pageRows = 10

function goalOf(key: string, index: number, count: number): number | undefined {
  return {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  }[key]
}

interface EventRowProps {
  id: string
  event: RecordedEvent
  recording: Recording
  lifelines: readonly Lifeline[]
  start: number
  isPresent: boolean
  onChoose: () => void
}

function EventRow({ id, event, recording, lifelines, start, isPresent, onChoose }: EventRowProps) {
  const { at, sourceId, targetId, outcome } = event
  const source = sourceId === null ? 'fora' : (recording.actor(sourceId)?.name ?? '?')
  const target = recording.actor(targetId)?.name ?? '?'
  const way = lifelineWay(event, recording, lifelines)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isPresent}
      className={`inspector-row event-row d-grid text-nowrap is-${outcome}`}
      style={{ insetBlockStart: start, blockSize: rowHeight }}
      onClick={onChoose}
    >
      <time className="text-soft text-sm" dateTime={new Date(at).toISOString()}>
        {clockText(at)}
      </time>
      <strong className="event-type min-w-0 text-truncate font-monospace text-sm" dir="ltr">
        {recording.actor(targetId)?.kind === 'service' && `${target} `}
        {recordedEventText(recording, event)}
      </strong>
      <span className={`event-way min-w-0 text-truncate text-soft text-sm ${way === null ? '' : 'is-drawn'}`} dir="ltr">
        {source} → {target}
      </span>
      <LifelineArrow way={way} lifelines={lifelines} height={rowHeight} />
      <span className="event-outcome text-soft text-sm">{outcomeTexts[outcome]}</span>
    </div>
  )
}
