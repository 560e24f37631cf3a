import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { stateText } from '../chart/state-text.ts'
import { useInspector, useMoment, useRecording, useSelectedActor } from '../inspector-hooks.ts'
import { useScrolledRows } from '../scrolled-rows.ts'
import { type ActorRow, actorRows } from './actor-rows.ts'
import './actor-tree.css'

const rowHeight = 44

/** Tree of the actors alive at the selected moment, children below their parent (INS-1). */
export function ActorTree() {
  const { recording, revision } = useRecording()
  const moment = useMoment()
  const inspector = useInspector()
  const selected = useSelectedActor()
  const [text, setText] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a live recording is changed in place; its revision is the dependency
  const actors = useMemo(() => recording.actorsAt(moment), [recording, moment, revision])
  const rows = useMemo(() => actorRows(actors, text, closed), [actors, text, closed])
  const selectedIndex = rows.findIndex(({ actor }) => actor.id === selected?.id)
  const { frame, rows: shown, isActiveDrawn, blockSize, show } = useScrolledRows(rows.length, rowHeight, selectedIndex)
  useSelectedInView(frame, selected?.id, selectedIndex, show)

  const choose = (row: ActorRow | undefined) => {
    if (row !== undefined) inspector.send({ type: 'actor.choose', id: row.actor.id })
  }
  const fold = (row: ActorRow | undefined, isClosed: boolean) => {
    if (row === undefined || !row.hasChildren) return
    const changed = new Set(closed)
    if (isClosed) changed.add(row.actor.id)
    else changed.delete(row.actor.id)
    setClosed(changed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[selectedIndex]
    const goals: Readonly<Record<string, ActorRow | undefined>> = {
      ArrowDown: rows[selectedIndex + 1],
      ArrowUp: rows[selectedIndex - 1],
      Home: rows[0],
      End: rows.at(-1),
      ArrowLeft: rows.find(({ actor }) => actor.id === row?.actor.parentId),
    }
    if (event.key === 'ArrowRight') fold(row, false)
    else if (event.key === 'ArrowLeft' && row?.hasChildren && row.isOpen) fold(row, true)
    else if (event.key in goals) choose(goals[event.key])
    else return
    event.preventDefault()
  }
  return (
    <section className="card actor-tree d-grid gap-1" aria-label="Atores">
      <SearchField label="Filtrar atores" placeholder="Filtrar atores" text={text} onText={setText} />
      <p className="text-soft text-sm" role="status">
        {rows.length === actors.length ? counted(actors.length) : `${rows.length} de ${counted(actors.length)}`}
      </p>
      <div
        ref={frame}
        className="actor-frame"
        role="tree"
        aria-label="Árvore de atores"
        tabIndex={0}
        aria-activedescendant={isActiveDrawn ? `${id}-${selected?.id}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="actor-rows position-relative" role="presentation" style={{ blockSize }}>
          {shown.map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <ActorItem
                  key={row.actor.id}
                  id={`${id}-${row.actor.id}`}
                  row={row}
                  start={start}
                  isSelected={index === selectedIndex}
                  state={stateText(recording.stateAt(row.actor.id, moment)?.value ?? null)}
                  onChoose={() => choose(row)}
                  onFold={() => fold(row, row.isOpen)}
                />
              )
            )
          })}
        </div>
      </div>
    </section>
  )
}

function counted(actors: number): string {
  return actors === 1 ? '1 ator' : `${actors} atores`
}

/**
 * Keeps the selected row visible when other rows start or end or the frame shrinks, unless a person scrolled the row
 * out of view.
 */
function useSelectedInView(
  frame: RefObject<HTMLElement | null>,
  id: string | undefined,
  index: number,
  show: (index: number) => void,
) {
  const last = useRef({ id, index: -1, height: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` of every render scrolls the same list
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const keep = () => {
      const before = last.current
      const top = before.index * rowHeight - element.scrollTop
      const wasInView = before.index < 0 || (top > -rowHeight && top < before.height)
      if (index >= 0 && (before.id !== id || wasInView)) show(index)
      last.current = { id, index, height: element.clientHeight }
    }
    const sizes = new ResizeObserver(keep)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame, id, index])
}

interface ActorItemProps {
  id: string
  row: ActorRow
  start: number
  isSelected: boolean
  state: string
  onChoose: () => void
  onFold: () => void
}

/** The tree handles the keys for all clickable parts of an item. */
function ActorItem({ id, row, start, isSelected, state, onChoose, onFold }: ActorItemProps) {
  const { actor, depth, hasChildren, isOpen } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className="inspector-row actor-row d-flex align-items-center"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? isOpen : undefined}
      title={actor.name}
      style={{
        insetBlockStart: start,
        blockSize: rowHeight,
        paddingInlineStart: `${0.5 + Math.min(depth, 8) * 0.875}rem`,
      }}
      onClick={onChoose}
    >
      {hasChildren ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
        // biome-ignore lint/a11y/noStaticElementInteractions: part of the row, which has the expanded state
        <span
          className={isOpen ? 'actor-fold flex-none d-grid is-open' : 'actor-fold flex-none d-grid'}
          onClick={(event) => {
            event.stopPropagation()
            onFold()
          }}
        />
      ) : (
        <span className={`actor-sign flex-none d-grid is-${actor.kind}`} />
      )}
      <span className="d-grid min-w-0 lh-sm">
        <span className="actor-name text-truncate">{actor.name}</span>
        <span className="actor-state text-truncate text-soft text-sm">
          {actor.kind === 'machine' ? state : 'serviço'}
        </span>
      </span>
    </div>
  )
}
