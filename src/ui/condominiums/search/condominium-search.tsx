import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { searchable, searchFor } from '../../../../contract/texts/searchable.ts'
import type { Visit } from '../../../machines/condominiums/visits.ts'
import { deviceAddress } from '../../device-list/device-addresses.ts'
import { useDeviceFinder, useDevicesWanted, useTroubledCondominiums } from '../../device-list/found-devices-hooks.ts'
import { useFlow } from '../../panel-context.tsx'
import { SearchIcon } from '../../parts/icons/icons.tsx'
import { movedOption } from '../../parts/lists/option-movement.ts'
import { useLateCode } from '../../parts/loading/late-code.ts'
import { condominiumAddress } from '../condominium-address.ts'
import { useCondominiums, useSelectedCondominium, useVisits } from '../condominium-hooks.ts'
import { allName, foundCondominiums, namedCondominiums } from './condominium-index.ts'
import { type FoundOption, foundGroups, optionAt, optionCount, ranked } from './found-places.ts'
import { lateOptions } from './late-options.ts'
import './condominium-search.css'

const label = 'Buscar Condomínio'
const noOption = -1

function useSearched(isOpen: boolean) {
  const condominiums = useCondominiums()
  const selectedId = useSelectedCondominium()?.id ?? null
  const visits = useVisits()
  const opened = useMemo(() => {
    const idsOf = (kind: Visit['kind']) => visits.flatMap((each) => (each.kind === kind ? each.id : []))
    return { condominiums: idsOf('condominium'), devices: idsOf('device') }
  }, [visits])
  const troubled = useTroubledCondominiums(isOpen)
  const findDevices = useDeviceFinder(opened.devices, isOpen)
  const searched = useMemo(
    () => (isOpen ? ranked(namedCondominiums(condominiums), opened.condominiums, troubled) : []),
    [isOpen, condominiums, opened, troubled],
  )
  const find = useCallback(
    (text: string) => {
      const matching = foundCondominiums(searched, text)
      const hasAll = selectedId !== null && searchFor(text)(searchable(allName))
      return { groups: foundGroups(matching, findDevices(text), { hasAll }), condominiumCount: matching.length, text }
    },
    [searched, findDevices, selectedId],
  )
  useDevicesWanted(isOpen)
  return { selectedId, find }
}

/**
 * Combobox over condominiums and devices, opened with Ctrl/⌘ K (CON-2, CON-3); recently opened entries and entries in
 * trouble come first (PAGE-6). A choice opens the page; a chosen condominium is also selected (DESK-8).
 */
export function CondominiumSearch() {
  const [isOpen, setOpen] = useState(false)
  const { selectedId, find } = useSearched(isOpen)
  const flow = useFlow('condominiums')
  const Options = useLateCode(lateOptions, isOpen)
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(noOption)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  // Paints the typed letter first.
  const shownText = useDeferredValue(text)
  const found = useMemo(() => find(shownText), [find, shownText])
  const count = optionCount(found.groups)

  const open = useCallback(() => setOpen(true), [])
  useShortcut(input, open)

  const select = useCallback(
    (option: FoundOption) => {
      setOpen(false)
      setText('')
      setActiveIndex(noOption)
      if (option.kind === 'device') return navigate(deviceAddress(option.device.wordCode))
      const id = option.kind === 'all' ? null : option.condominium.id
      flow.send({ type: 'condominiums.select', id })
      if (id !== null) navigate(condominiumAddress(id))
    },
    [flow, navigate],
  )

  const isDrawn = useDeferredValue(isOpen) && isOpen

  function type(typed: string) {
    setText(typed)
    setActiveIndex(typed.trim() === '' ? noOption : 0)
    setOpen(true)
  }

  function activeOption(): FoundOption | undefined {
    return optionAt((text === shownText ? found : find(text)).groups, activeIndex)
  }

  function press(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, nativeEvent } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey) return
    const active = key === 'Enter' && isOpen ? activeOption() : undefined
    if (active !== undefined) select(active)
    else if (key === 'Escape' && isOpen) setOpen(false)
    else if (key === 'Escape') clear()
    else if (key === 'ArrowDown' && (altKey || !isOpen)) open()
    else if (isOpen && movedOption(key, activeIndex, count) !== null)
      setActiveIndex(movedOption(key, activeIndex, count) ?? noOption)
    else return
    event.preventDefault()
  }

  function clear() {
    setText('')
    setActiveIndex(noOption)
  }

  return (
    <search
      className="condominium-search min-w-0"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className="search-field position-relative">
        <SearchIcon />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          placeholder={label}
          aria-expanded={isOpen}
          aria-controls={isDrawn && Options !== null ? `${id}-options` : undefined}
          aria-autocomplete="list"
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
      {isOpen && Options === null && (
        <div className="search-popup popup-surface">
          <p className="search-note">Carregando a busca…</p>
        </div>
      )}
      {isDrawn && Options !== null && (
        <Options
          label={label}
          field={input}
          id={id}
          selectedId={selectedId}
          found={found}
          activeIndex={activeIndex}
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
