import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useFlow } from '../panel-context.tsx'
import { usePlaceDevices } from './device-list-hooks.ts'

/** Offers the names of a condominium's devices as suggestions (`list`) for a field with a device's code. */
export function DeviceOptions({ id, condominiumId }: { id: string; condominiumId: string }) {
  usePlaceDevices(condominiumId)
  const deviceList = useFlow('deviceList')
  const revision = useSelector(deviceList, (list) => list.context.revision)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision is the dependency
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
