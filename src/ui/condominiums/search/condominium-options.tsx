import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLastEvents } from '../../activity/activity-hooks.ts'
import { useDeviceListStatus } from '../../device-list/device-list-hooks.ts'
import { useFlow, useFlowState } from '../../panel-context.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useActiveDescendant } from '../../parts/lists/active-descendant.ts'
import { rowHeight } from '../../parts/lists/row-height.ts'
import { useRangeWithActive } from '../../parts/lists/virtual-rows.ts'
import { useCondominiumNames, useCondominiums, useCondominiumsStatus } from '../condominium-hooks.ts'
import {
  type FoundGroup,
  type FoundOption,
  keyOf,
  optionAt,
  optionCount,
  rowCount,
  rowOfOption,
  titleRows,
} from './found-places.ts'
import { AllOption, CondominiumOption, DeviceOption } from './search-option.tsx'
import './condominium-options.css'

interface OptionsProps {
  /** Text field of the search, which keeps the focus. */
  field: RefObject<HTMLElement | null>
  /** Prefix of the ids in this list. */
  id: string
  label: string
  /** Results for `text`; `condominiumCount` of them are condominiums. */
  found: { groups: readonly FoundGroup[]; condominiumCount: number; text: string }
  activeIndex: number
  selectedId: string | null
  onSelect: (option: FoundOption) => void
}

/** Popup of the search: the options, or the reason why there are no options. */
export const CondominiumOptions = memo(function CondominiumOptions(props: OptionsProps) {
  const status = useCondominiumsStatus()
  const hasNone = useCondominiums().length === 0
  const flow = useFlow('condominiums')
  const { found } = props
  return (
    <div className="search-popup popup-surface">
      <OptionList {...props} />
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar os condomínios."
          onRetry={() => flow.send({ type: 'condominiums.reload' })}
        />
      )}
      <div className="search-note" aria-live="polite">
        {noteOf(status, hasNone, found)}
        {found.text.trim() !== '' && <DevicesNote groups={found.groups} />}
      </div>
    </div>
  )
})

function noteOf(
  status: 'loading' | 'failed' | 'ready',
  hasNone: boolean,
  { condominiumCount, text }: OptionsProps['found'],
) {
  if (status === 'failed') return null
  if (status === 'loading') return <p>Carregando condomínios…</p>
  if (hasNone) return <p>Você ainda não tem condomínios. Peça acesso a quem administra o painel.</p>
  if (condominiumCount > 0 || text.trim() === '') return null
  return (
    <>
      <p>Nenhum condomínio encontrado</p>
      <p className="search-note-text">“{text.trim()}”</p>
    </>
  )
}

/** Shows whether the devices are still loading; 'not found' is only shown after all devices have been loaded. */
function DevicesNote({ groups }: { groups: readonly FoundGroup[] }) {
  const status = useDeviceListStatus()
  const isLoaded = useFlowState('deviceList', (list) => list.hasTag('loaded'))
  if (status === 'failed') return <p>Os dispositivos não puderam ser carregados.</p>
  if (!isLoaded) return <p>Procurando também entre os dispositivos…</p>
  return groups.length === 0 ? <p>Nem dispositivo com este nome ou código.</p> : null
}

/** Height of a title as a share of an option's height. */
const titleShare = 0.625

/** Maximum height of the popup, in options. */
const mostRows = 12

function OptionList({ field, id, label, found: { groups }, activeIndex, selectedId, onSelect }: OptionsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // Measured once: measuring forces a style calculation, which would delay each key press.
  const [height] = useState(() => rowHeight('comfortable'))
  const count = optionCount(groups)
  const activeRow = rowOfOption(groups, activeIndex)
  const shown = rowCount(groups)
  const titles = titleRows(groups)
  const titlesText = titles.join()
  const virtualizer = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (titles.includes(row) ? height * titleShare : height),
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new function measures the rows again, because titles have moved
    getItemKey: useCallback((row: number) => row, [titlesText, height]),
    overscan: 3,
    rangeExtractor: useRangeWithActive(activeRow),
  })
  const blockSize = virtualizer.getTotalSize()
  const rows = virtualizer.getVirtualItems()
  const condominiumIds = rows.flatMap(({ index }) => condominiumIdAt(groups, index) ?? [])
  const lastEvents = useLastEvents(condominiumIds)
  const condominiumNames = useCondominiumNames()
  const active = optionAt(groups, activeIndex)
  const selectAt = useCallback(
    (index: number) => {
      const option = optionAt(groups, index)
      if (option !== undefined) onSelect(option)
    },
    [groups, onSelect],
  )
  useActiveDescendant(field, active === undefined ? null : `${id}-${keyOf(active)}`)

  // Reads the virtualizer's offset, not the element's: reading the element forces a layout at each key press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is shown from its start
  useEffect(() => {
    if ((virtualizer.scrollOffset ?? 0) > 0) virtualizer.scrollToOffset(0)
  }, [groups, virtualizer])
  useEffect(() => {
    const offset = virtualizer.scrollOffset ?? 0
    const above = activeRow - 1
    // On the way up, the first option of a group also shows the title above it.
    const isTitleHidden =
      titleRows(groups).includes(above) && (virtualizer.getOffsetForIndex(above, 'start')?.[0] ?? 0) < offset
    const row = isTitleHidden ? above : activeRow
    if (row > 0 || (row === 0 && offset > 0)) virtualizer.scrollToIndex(row)
  }, [activeRow, groups, virtualizer])

  return (
    <div
      ref={scroller}
      id={`${id}-options`}
      role="listbox"
      aria-label={label}
      className="search-scroller"
      style={{ blockSize: Math.min(blockSize, mostRows * height) }}
      onMouseDown={keepFocus}
    >
      <div role="presentation" style={{ blockSize }}>
        {groups.map((group) => (
          <Group key={`${group.kind} ${group.title}`} title={group.title}>
            {rows.map(({ index: row, start, size }) => {
              if (groupAt(groups, row) !== group) return null
              if (row < group.firstRow) return <Title key={row} title={group.title} start={start} size={size} />
              const index = group.firstOption + row - group.firstRow
              const option = optionAt(groups, index)
              if (option === undefined) return null
              const placed = { id: `${id}-${keyOf(option)}`, index, count, start, size, onSelect: selectAt }
              const isHighlighted = index === activeIndex
              if (option.kind === 'device')
                return (
                  <DeviceOption
                    key={row}
                    {...placed}
                    isHighlighted={isHighlighted}
                    device={option.device}
                    condominiumName={condominiumNames.get(option.device.condominiumId) ?? 'outro condomínio'}
                  />
                )
              if (option.kind === 'all') return <AllOption key={row} {...placed} isHighlighted={isHighlighted} />
              const { id: condominiumId, name } = option.condominium
              const lastEvent = lastEvents[condominiumIds.indexOf(condominiumId)]
              return (
                <CondominiumOption
                  key={row}
                  {...placed}
                  isHighlighted={isHighlighted}
                  isSelected={condominiumId === selectedId}
                  name={name}
                  lastEvent={lastEvent?.text ?? ''}
                  activity={lastEvent?.state ?? 'unknown'}
                />
              )
            })}
          </Group>
        ))}
      </div>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  if (title === '') return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with a role, not with a fieldset
    <div role="group" aria-label={title}>
      {children}
    </div>
  )
}

function Title({ title, start, size }: { title: string; start: number; size: number }) {
  return (
    <div
      aria-hidden="true"
      className="virtual-row search-title"
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
    >
      {title}
    </div>
  )
}

function groupAt(groups: readonly FoundGroup[], row: number): FoundGroup | undefined {
  return groups.findLast(({ title, firstRow }) => firstRow - (title === '' ? 0 : 1) <= row)
}

/** Id of the condominium in a row; undefined if the row is a title or another kind of option. */
function condominiumIdAt(groups: readonly FoundGroup[], row: number): string | undefined {
  const group = groupAt(groups, row)
  return group?.kind === 'condominium' ? group.items[row - group.firstRow]?.id : undefined
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
