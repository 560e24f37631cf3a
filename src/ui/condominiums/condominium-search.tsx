import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFlow } from '../panel-context.tsx'
import { SearchIcon } from '../parts/icons.tsx'
import { movedOption } from '../parts/option-movement.ts'
import { useCondominiums, useSelectedCondominium } from './condominium-hooks.ts'
import { allOption, indexCondominiums, type SearchOption, searchable } from './condominium-index.ts'
import { CondominiumOptions } from './condominium-options.tsx'
import './condominium-search.css'

const label = 'Buscar Condomínio'
const noOption = -1

/** The condominium search: a combobox over all names, on Ctrl/⌘ K from anywhere (CON-2, CON-3). */
export function CondominiumSearch() {
  const condominiums = useCondominiums()
  const selectedId = useSelectedCondominium()?.id ?? null
  const flow = useFlow('condominiums')
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(noOption)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  const index = useMemo(() => indexCondominiums(condominiums), [condominiums])
  const hasAll = selectedId !== null && searchable(allOption.name).includes(searchable(text))
  const matches = useMemo<readonly SearchOption[]>(
    () => (hasAll ? [allOption, ...index.matching(text)] : index.matching(text)),
    [index, text, hasAll],
  )
  const active = isOpen ? matches[activeIndex] : undefined

  const open = useCallback(() => setOpen(true), [])
  useShortcut(input, open)

  const select = useCallback(
    (condominiumId: string) => {
      flow?.send({ type: 'condominiums.select', id: condominiumId === allOption.id ? null : condominiumId })
      setOpen(false)
      setText('')
      setActiveIndex(noOption)
    },
    [flow],
  )

  function type(typed: string) {
    setText(typed)
    setActiveIndex(typed.trim() === '' ? noOption : 0)
    setOpen(true)
  }

  function press(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, nativeEvent } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey) return
    if (key === 'Enter' && active !== undefined) select(active.id)
    else if (key === 'Escape' && isOpen) setOpen(false)
    else if (key === 'Escape') clear()
    else if (key === 'ArrowDown' && (altKey || !isOpen)) open()
    else if (isOpen && movedOption(key, activeIndex, matches.length) !== null)
      setActiveIndex(movedOption(key, activeIndex, matches.length) ?? noOption)
    else return
    event.preventDefault()
  }

  function clear() {
    setText('')
    setActiveIndex(noOption)
  }

  return (
    <search
      className="condominium-search"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className="search-field">
        <SearchIcon />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          placeholder={label}
          aria-expanded={isOpen}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
          aria-keyshortcuts="Control+K Meta+K"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
          onClick={open}
          onKeyDown={press}
        />
        <span className="search-shortcut" aria-hidden="true">
          Ctrl K
        </span>
      </div>
      {isOpen && (
        <CondominiumOptions
          id={id}
          label={label}
          condominiums={matches}
          text={text}
          activeIndex={activeIndex}
          selectedId={selectedId}
          onSelect={select}
        />
      )}
    </search>
  )
}

function useShortcut(input: { current: HTMLInputElement | null }, onFocused: () => void): void {
  useEffect(() => {
    const listening = new AbortController()
    addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
          return
        event.preventDefault()
        input.current?.focus()
        input.current?.select()
        if (document.activeElement === input.current) onFocused()
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [input, onFocused])
}
