import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { minutesText } from '../../../contract/texts/time-texts.ts'
import type { IsolatedDevice } from '../../services/breaker/isolation-memory.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { useDevicesNamed } from '../dashboard/trouble-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useCircuitsRevision } from '../devices/device-hooks.ts'
import { nameText } from '../incidents/incident-texts.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'

/** Devices that this computer does not call, with the ends and reasons (DESK-6); nothing if there are none. */
export function IsolatedDevices() {
  const isolated = useIsolatedDevices()
  const condominiums = useCondominiums()
  const board = useFlowState('deviceList', (list) => list.context.board)
  useSelector(useFlow('deviceList'), (list) => list.context.revision)
  useDevicesNamed(isolated.map(({ wordCode }) => wordCode))
  if (isolated.length === 0) return null
  return (
    <section className="card incident-list" aria-labelledby="isolados">
      <div className="card-heading">
        <h2 id="isolados">Isolados neste computador</h2>
        <p>Só este computador deixa de chamá-los.</p>
      </div>
      <ul className="troubles">
        {isolated.map(({ wordCode, condominiumId, isolation: { until, by, reason } }) => (
          <li key={wordCode} className="trouble incident d-grid align-items-center border-top">
            <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
              <Link href={deviceAddress(wordCode)}>{board?.get(wordCode)?.name || wordCode}</Link>
              <Link href={condominiumAddress(condominiumId)}>
                {condominiums.find(({ id }) => id === condominiumId)?.name ?? condominiumId}
              </Link>
            </div>
            <p className="trouble-status">{`Até ${minutesText(until)}, por ${nameText({ name: by })}: ${reason}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useIsolatedDevices(): readonly IsolatedDevice[] {
  const devices = useFlow('devices')
  const revision = useCircuitsRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: circuits are changed in place; their revision is the dependency
  return useMemo(() => {
    const { calls } = devices.getSnapshot().context
    return calls.circuits.isolated().filter(({ condominiumId }) => calls.maySee(condominiumId))
  }, [devices, revision])
}
