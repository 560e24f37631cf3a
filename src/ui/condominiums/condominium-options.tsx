import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, useCallback, useEffect, useRef } from 'react'
import { ActivityDot } from '../activity/activity-dot.tsx'
import { type ActivityState, useLastEvents } from '../activity/activity-hooks.ts'
import { lastEventText } from '../activity/last-event-text.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { CheckIcon } from '../parts/icons.tsx'
import { rowHeight } from '../parts/row-height.ts'
import { useCondominiums, useCondominiumsStatus } from './condominium-hooks.ts'
import { allOption, type SearchOption } from './condominium-index.ts'

interface OptionsProps {
  /** What ids of this list begin with. */
  id: string
  label: string
  condominiums: readonly SearchOption[]
  /** What was searched for. */
  text: string
  activeIndex: number
  selectedId: string | null
  onSelect: (condominiumId: string) => void
}

/** The popup of the condominium search: the options, or why there are none. */
export function CondominiumOptions(props: OptionsProps) {
  const status = useCondominiumsStatus()
  const hasNone = useCondominiums().length === 0
  const flow = useFlow('condominiums')
  return (
    <div className="search-popup popup-surface">
      <OptionList {...props} />
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar os condomínios."
          onRetry={() => flow?.send({ type: 'condominiums.reload' })}
        />
      )}
      <div className="search-note" aria-live="polite">
        {noteOf(status, hasNone, props)}
      </div>
    </div>
  )
}

function noteOf(status: 'loading' | 'failed' | 'ready', hasNone: boolean, { condominiums, text }: OptionsProps) {
  if (status === 'failed') return null
  if (status === 'loading') return <p>Carregando condomínios…</p>
  if (hasNone) return <p>Você ainda não tem condomínios. Peça acesso a quem administra o painel.</p>
  if (condominiums.length > 0) return null
  return (
    <>
      <p>Nenhum condomínio encontrado</p>
      <p className="search-note-text">“{text.trim()}”</p>
    </>
  )
}

function OptionList({ id, label, condominiums, activeIndex, selectedId, onSelect }: OptionsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const height = rowHeight()
  const virtualizer = useVirtualizer({
    count: condominiums.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 3,
    rangeExtractor: useCallback((range: Range) => withActive(defaultRangeExtractor(range), activeIndex), [activeIndex]),
  })
  const rows = virtualizer.getVirtualItems().flatMap(({ index, start, size }) => {
    const condominium = condominiums[index]
    return condominium === undefined ? [] : [{ condominium, index, start, size }]
  })
  const lastEvents = useLastEvents(rows.map(({ condominium }) => condominium.id))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of condominiums is shown from its beginning
  useEffect(() => {
    if (scroller.current !== null && scroller.current.scrollTop > 0) virtualizer.scrollToOffset(0)
  }, [condominiums, virtualizer])
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex)
  }, [activeIndex, virtualizer])

  return (
    <div
      ref={scroller}
      id={`${id}-options`}
      role="listbox"
      aria-label={label}
      className="search-scroller"
      onMouseDown={keepFocus}
    >
      <div role="presentation" style={{ blockSize: virtualizer.getTotalSize() }}>
        {rows.map(({ condominium, index, start, size }, position) => (
          <Option
            key={index}
            id={`${id}-${condominium.id}`}
            condominiumId={condominium.id}
            name={condominium.name}
            lastEvent={lastEvents[position]?.text ?? ''}
            activity={lastEvents[position]?.state ?? 'unknown'}
            isHighlighted={index === activeIndex}
            isSelected={condominium.id === selectedId}
            position={index + 1}
            count={condominiums.length}
            start={start}
            size={size}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  condominiumId: string
  name: string
  lastEvent: string
  activity: ActivityState
  isHighlighted: boolean
  isSelected: boolean
  /** Place in the whole list, from 1. */
  position: number
  count: number
  /** Pixels from the top of the list. */
  start: number
  /** Height in pixels. */
  size: number
  onSelect: (condominiumId: string) => void
}

const Option = memo(function Option(props: OptionProps) {
  const { isHighlighted, isSelected, start, size } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the combobox, which keeps the focus
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      className={isHighlighted ? 'search-option is-highlighted' : 'search-option'}
      aria-selected={isHighlighted}
      aria-setsize={props.count}
      aria-posinset={props.position}
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
      onClick={() => props.onSelect(props.condominiumId)}
    >
      {props.condominiumId === allOption.id ? (
        <span className="search-option-all" />
      ) : (
        <ActivityDot state={props.activity} />
      )}
      <span className="search-option-name">{props.name}</span>
      <span className="search-option-event">
        {props.condominiumId === allOption.id ? 'Desfazer a seleção' : lastEventText(props.lastEvent, props.activity)}
      </span>
      {isSelected && (
        <span className="search-option-selected">
          <CheckIcon />
          <span className="visually-hidden">Selecionado</span>
        </span>
      )}
    </div>
  )
})

function withActive(indexes: number[], activeIndex: number): number[] {
  if (activeIndex < 0 || indexes.includes(activeIndex)) return indexes
  return [...indexes, activeIndex].toSorted((left, right) => left - right)
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
