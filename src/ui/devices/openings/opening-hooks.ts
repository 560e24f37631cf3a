import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import type { gateOpeningMachine } from '../../../machines/devices/openings/gate-opening.machine.ts'
import { useServerOffers } from '../../incidents/incident-hooks.ts'
import { usePermissions } from '../../session/user-hooks.ts'
import { useDeviceTools } from '../device-hooks.ts'

export type GateOpeningRef = ActorRefFrom<typeof gateOpeningMachine>

/** Returns which of the devices the person may open, if the server offers openings (OPEN-1). */
export function useMayOpen(): (device: Device) => boolean {
  const isOffered = useServerOffers('open')
  const mayOpen = usePermissions().includes('devices:open') && isOffered
  return ({ canOpen, active }) => mayOpen && canOpen === true && active
}

/** The opening of the gate while a view shows the gate; undefined until the code is loaded. */
export function useGateOpening({ wordCode, condominiumId }: Device): GateOpeningRef | undefined {
  const openings = useDeviceTools()?.openings
  useEffect(() => {
    openings?.send({ type: 'gate.watch', target: { wordCode, condominiumId } })
    return () => openings?.send({ type: 'gate.leave', wordCode })
  }, [openings, wordCode, condominiumId])
  return useOpening(wordCode)
}

/** Time of the outcome on screen, in milliseconds since the epoch; null while no outcome is on screen. */
export function useOpeningEndAt(wordCode: string): number | null {
  return useSelector(useOpening(wordCode), (opening) => opening?.context.end?.at ?? null)
}

function useOpening(wordCode: string): GateOpeningRef | undefined {
  return useSelector(useDeviceTools()?.openings, (flow) => flow?.context.openings[wordCode])
}
