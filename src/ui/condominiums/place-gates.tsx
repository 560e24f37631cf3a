import { useDeviceView } from '../device-list/device-list-hooks.ts'
import { GateButton } from '../devices/openings/gate-button.tsx'
import { useMayOpen } from '../devices/openings/opening-hooks.ts'

/** The gates of one condominium, each with its button (OPEN-1). Shows nothing without gates that the person may open. */
export function PlaceGates({ condominiumId }: { condominiumId: string }) {
  const { view } = useDeviceView({ text: '', deviceStatus: null, condominiumId })
  const mayOpen = useMayOpen()
  const gates = view.devices.map(({ device }) => device).filter(mayOpen)
  if (gates.length === 0) return null
  return (
    <section className="card mb-3" aria-labelledby="portoes">
      <div className="card-heading">
        <h2 id="portoes">Portões</h2>
      </div>
      <div className="card-part d-grid gap-2">
        {gates.map((device) => (
          <GateButton key={device.wordCode} device={device} />
        ))}
      </div>
    </section>
  )
}
