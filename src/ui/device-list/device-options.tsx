import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useFlow } from '../panel-context.tsx'
import { usePlaceDevices } from './device-list-hooks.ts'

/** Offers the devices of a condominium, by their names, to a field for a device's code (`list`). */
export function DeviceOptions({ id, condominiumId }: { id: string; condominiumId: string }) {
  usePlaceDevices(condominiumId)
  const deviceList = useFlow('deviceList')
  const revision = useSelector(deviceList, (list) => list.context.revision)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
  const devices = useMemo(
    () =>
      [...(deviceList.getSnapshot().context.board.all() ?? [])].filter((each) => each.condominiumId === condominiumId),
    [deviceList, condominiumId, revision],
  )
  return (
    <datalist id={id}>
      {devices.map(({ wordCode, name }) => (
        <option key={wordCode} value={wordCode}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
