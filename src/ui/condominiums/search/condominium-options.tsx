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

interface OptionsProps {
  /** The search's field, which keeps the focus. */
  field: RefObject<HTMLElement | null>
  /** What ids of this list begin with. */
  id: string
  label: string
  /** What was found for `text`, of which `condominiumCount` are condominiums. */
  found: { groups: readonly FoundGroup[]; condominiumCount: number; text: string }
  activeIndex: number
  selectedId: string | null
  onSelect: (option: FoundOption) => void
}

/** The popup of the search: the options, or why there are none. */
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

/** What is not known yet of the devices: a search that finds none of them says so only when all are here. */
function DevicesNote({ groups }: { groups: readonly FoundGroup[] }) {
  const status = useDeviceListStatus()
  const isLoaded = useFlowState('deviceList', (list) => list.hasTag('loaded'))
  if (status === 'failed') return <p>Os dispositivos não puderam ser carregados.</p>
  if (!isLoaded) return <p>Procurando também entre os dispositivos…</p>
  return groups.length === 0 ? <p>Nem dispositivo com este nome ou código.</p> : null
}

/** A title is lower than an option. */
const titleShare = 0.625

/** The popup is as high as this many options at most. */
const mostRows = 12

function OptionList({ field, id, label, found: { groups }, activeIndex, selectedId, onSelect }: OptionsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // Asked for once: the browser reckons styles for it, and a key would wait for that.
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
    // biome-ignore lint/correctness/useExhaustiveDependencies: another function has the rows measured anew, for titles stand elsewhere
    getItemKey: useCallback((row: number) => row, [titlesText, height]),
    overscan: 3,
    rangeExtractor: useRangeWithActive(activeRow),
  })
  const blockSize = virtualizer.getTotalSize()
  const rows = virtualizer.getVirtualItems()
  const condominiumIds = rows.flatMap(({ index }) => condominiumIdAt(groups, index) ?? [])
  const lastEvents = useLastEvents(condominiumIds)
  const places = useCondominiumNames()
  const active = optionAt(groups, activeIndex)
  const selectAt = useCallback(
    (index: number) => {
      const option = optionAt(groups, index)
      if (option !== undefined) onSelect(option)
    },
    [groups, onSelect],
  )
  useActiveDescendant(field, active === undefined ? null : `${id}-${keyOf(active)}`)

  // Asked of the element, each key would wait for a layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is shown from its beginning
  useEffect(() => {
    if ((virtualizer.scrollOffset ?? 0) > 0) virtualizer.scrollToOffset(0)
  }, [groups, virtualizer])
  useEffect(() => {
    const offset = virtualizer.scrollOffset ?? 0
    const above = activeRow - 1
    // The way up, the title above the first of a group is seen with it.
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
                    place={places.get(option.device.condominiumId) ?? 'outro condomínio'}
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
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox stand in a group, not in a fieldset
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

/** The group of a row, its title's row included. */
function groupAt(groups: readonly FoundGroup[], row: number): FoundGroup | undefined {
  return groups.findLast(({ title, firstRow }) => firstRow - (title === '' ? 0 : 1) <= row)
}

/** The condominium in a row, if it is one. */
function condominiumIdAt(groups: readonly FoundGroup[], row: number): string | undefined {
  const group = groupAt(groups, row)
  return group?.kind === 'condominium' ? group.items[row - group.firstRow]?.id : undefined
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
