import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { numberText } from '../../../contract/texts/number-text.ts'
import { searchable, searchFor } from '../../../contract/texts/searchable.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useDeviceListStatus, usePlaceDevices } from './device-list-hooks.ts'
import { useDeviceFinder, useDevicesWanted } from './found-devices-hooks.ts'

const mostOffered = 20
const noVisits: readonly string[] = []

interface DeviceFieldProps {
  id: string
  name: string
  /** Code of the device in the filter, or ''. */
  wordCode: string
  /** Offers the devices of this condominium; '' offers the devices of all. */
  condominiumId: string
  /** Text that the person has submitted and that may be a name; null: none. */
  sought: string | null
  /** The code of the sought device; a text that no device has is taken as a code. */
  onFound: (wordCode: string) => void
}

/** Field for a device by its name or code, with a choice among the devices that match (DESK-7). */
export function DeviceField({ id, name, wordCode, condominiumId, sought, onFound }: DeviceFieldProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const find = useDevicesNamed(condominiumId, typed !== null)
  const options = useMemo(() => (typed === null ? [] : find(typed)), [find, typed])
  const names = useCondominiumNames()
  return (
    <>
      <input
        id={id}
        name={name}
        list={listId}
        className="form-control"
        autoComplete="off"
        spellCheck={false}
        placeholder="Nome ou código"
        defaultValue={wordCode}
        onFocus={({ target }) => setTyped(target.value)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {options.map((device) => (
          <option key={device.wordCode} value={device.wordCode}>
            {placedName(device, names)}
          </option>
        ))}
      </datalist>
      {sought !== null && <Sought text={sought} condominiumId={condominiumId} onFound={onFound} />}
    </>
  )
}

/** Finds the device of a submitted text; asks the person if several devices match. */
function Sought({
  text,
  condominiumId,
  onFound,
}: { text: string } & Pick<DeviceFieldProps, 'condominiumId' | 'onFound'>) {
  const find = useDevicesNamed(condominiumId, true)
  const ofPlace = usePlaceDevices(condominiumId)
  const ofAll = useDeviceListStatus()
  const names = useCondominiumNames()
  const deviceList = useFlow('deviceList')
  const isWhole = useSelector(deviceList, (list) => list.hasTag('loaded'))
  const matches = find(text)
  const isSettled = condominiumId === '' ? isWhole || ofAll === 'failed' : ofPlace !== 'loading'
  const exact = matches.find(({ wordCode }) => wordCode === text.trim().toUpperCase())
  const only = exact ?? (isSettled && matches.length === 1 ? matches[0] : undefined)
  const code = only?.wordCode ?? (isSettled && matches.length === 0 ? text.trim() : null)
  const take = useEffectEvent(onFound)
  useEffect(() => {
    if (code !== null) take(code)
  }, [code])
  if (code !== null) return null
  if (!isSettled) return <p role="status">Procurando o dispositivo…</p>
  return (
    <fieldset className="d-grid gap-1 min-w-0 m-0 p-0 border-0">
      <legend className="visually-hidden">Dispositivos com este texto</legend>
      <p role="status">{moreText(matches.length)}</p>
      {matches.map((device) => (
        <button
          key={device.wordCode}
          type="button"
          className="btn btn-quiet btn-sm"
          onClick={() => onFound(device.wordCode)}
        >
          {placedName(device, names)}
        </button>
      ))}
    </fieldset>
  )
}

function moreText(count: number): string {
  return count < mostOffered
    ? `${numberText(count)} dispositivos têm este texto. Qual deles?`
    : 'Muitos dispositivos têm este texto. Qual deles?'
}

function placedName({ name, wordCode, condominiumId }: Device, names: ReadonlyMap<string, string>): string {
  return [name || wordCode, names.get(condominiumId)].filter(Boolean).join(', ')
}

/** Returns a search by name or code; loads the devices while `isWanted`. */
function useDevicesNamed(condominiumId: string, isWanted: boolean): (text: string) => readonly Device[] {
  useDevicesWanted(isWanted && condominiumId === '')
  usePlaceDevices(isWanted ? condominiumId : '')
  const findAll = useDeviceFinder(noVisits, isWanted && condominiumId === '')
  const deviceList = useFlow('deviceList')
  const revision = useSelector(deviceList, (list) => (condominiumId === '' ? 0 : list.context.revision))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision is the dependency
  return useMemo(() => {
    if (condominiumId === '') return (text: string) => findAll(text).slice(0, mostOffered)
    const ofPlace = [...deviceList.getSnapshot().context.board.all()].filter(
      (each) => each.condominiumId === condominiumId,
    )
    return (text: string) => {
      const isFound = searchFor(text)
      return ofPlace.filter(({ name, wordCode }) => isFound(searchable(`${name} ${wordCode}`))).slice(0, mostOffered)
    }
  }, [condominiumId, findAll, deviceList, revision])
}
