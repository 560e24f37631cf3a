import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import type { Visit } from '../../machines/condominiums/visits.ts'
import { searchable } from '../../machines/parts/searchable.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useDeviceFinder, useDevicesWanted, useTroubledCondominiums } from '../device-list/found-devices-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useDrawn } from '../parts/drawn-hooks.ts'
import { SearchIcon } from '../parts/icons.tsx'
import { useLateCode } from '../parts/late-code.ts'
import { movedOption } from '../parts/option-movement.ts'
import { useCondominiums, useSelectedCondominium, useVisits } from './condominium-hooks.ts'
import { allName, indexCondominiums, namedCondominiums } from './condominium-index.ts'
import { foundGroups, optionAt, optionCount, ranked } from './found-places.ts'
import { lateOptions } from './late-options.ts'
import './condominium-search.css'

const label = 'Buscar Condomínio'
const noOption = -1

/**
 * The search: a combobox over all condominiums and devices, on Ctrl/⌘ K from anywhere (CON-2, CON-3); what was opened lately and
 * what is in trouble stands first (PAGE-6).
 */
export function CondominiumSearch() {
  const [isOpen, setOpen] = useState(false)
  return <SearchBox isOpen={isOpen} setOpen={setOpen} {...useSearched(isOpen)} />
}

/** All that is searched, and what is done with it: none of it changes with a key. */
function useSearched(isOpen: boolean) {
  const condominiums = useCondominiums()
  const selectedId = useSelectedCondominium()?.id ?? null
  const flow = useFlow('condominiums')
  const named = useMemo(() => namedCondominiums(condominiums), [condominiums])
  const [visits, visit] = useVisits()
  const opened = useMemo(() => {
    const idsOf = (kind: Visit['kind']) => visits.flatMap((each) => (each.kind === kind ? each.id : []))
    return { condominiums: idsOf('condominium'), devices: idsOf('device') }
  }, [visits])
  const troubled = useTroubledCondominiums(isOpen)
  const findDevices = useDeviceFinder(opened.devices, isOpen)
  // Put in their order once: what a key finds among them stands in it already.
  const index = useMemo(
    () => indexCondominiums(isOpen ? ranked(named, opened.condominiums, troubled) : []),
    [isOpen, named, opened, troubled],
  )
  const Options = useLateCode(lateOptions, isOpen)
  useDevicesWanted(isOpen)
  const [, navigate] = useLocation()
  return { selectedId, flow, visit, findDevices, index, Options, navigate }
}

interface SearchBoxProps extends ReturnType<typeof useSearched> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function SearchBox({
  isOpen,
  setOpen,
  selectedId,
  flow,
  visit,
  findDevices,
  index,
  Options,
  navigate,
}: SearchBoxProps) {
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(noOption)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  const devices = useMemo(() => findDevices(text), [findDevices, text])
  const matching = useMemo(() => index.matching(text), [index, text])
  const hasAll = selectedId !== null && searchable(allName).includes(searchable(text))
  const groups = useMemo(() => foundGroups(matching, devices, { hasAll }), [matching, devices, hasAll])
  const count = optionCount(groups)
  const active = isOpen ? optionAt(groups, activeIndex) : undefined

  const open = useCallback(() => setOpen(true), [setOpen])
  useShortcut(input, open)

  const select = useCallback(
    (index: number) => {
      const option = optionAt(groups, index)
      setOpen(false)
      setText('')
      setActiveIndex(noOption)
      if (option === undefined) return
      if (option.kind === 'device') return navigate(deviceAddress(option.device.wordCode))
      const id = option.kind === 'all' ? null : option.condominium.id
      flow?.send({ type: 'condominiums.select', id })
      if (id !== null) visit({ kind: 'condominium', id })
    },
    [flow, groups, navigate, setOpen, visit],
  )

  const isDrawn = useDrawn(isOpen)
  // What is chosen from the list is chosen from the one on screen.
  const found = useMemo(
    () => ({ groups, condominiumCount: matching.length, text, activeIndex, onSelect: select }),
    [groups, matching, text, activeIndex, select],
  )

  function type(typed: string) {
    setText(typed)
    setActiveIndex(typed.trim() === '' ? noOption : 0)
    setOpen(true)
  }

  function press(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, nativeEvent } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey) return
    if (key === 'Enter' && active !== undefined) select(activeIndex)
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
      className="condominium-search position-relative min-w-0"
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
        <DrawnOptions Options={Options} field={input} id={id} selectedId={selectedId} found={found} />
      )}
    </search>
  )
}

type SearchOptions = NonNullable<ReturnType<typeof lateOptions.loaded>>
type Found = Omit<ComponentProps<SearchOptions>, 'field' | 'id' | 'label' | 'selectedId'>

interface DrawnOptionsProps {
  Options: SearchOptions
  field: RefObject<HTMLElement | null>
  id: string
  selectedId: string | null
  found: Found
}

/** The options, drawn once the typed letter is on screen: here and not in the search, which would be rendered twice for each. */
function DrawnOptions({ Options, found, ...props }: DrawnOptionsProps) {
  return <Options label={label} {...props} {...useDeferredValue(found)} />
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
