import { useSound, useSoundOn } from '../alerts/alert-hooks.ts'
import { soundBlockedText } from '../alerts/sound-texts.ts'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'

/** Shows whether this browser plays a sound for alerts, with a test (ALERT-1). */
export function SoundCard() {
  const isOn = useSoundOn()
  const sound = useSound()
  const { send } = useFlow('alerts')
  return (
    <section className="card" aria-labelledby="som-de-alerta">
      <div className="card-heading">
        <h2 id="som-de-alerta">Alertas</h2>
      </div>
      <p className="profile-note">
        Este navegador pode tocar quando uma porta é forçada, um portão fica aberto ou um dispositivo perde o contato.
      </p>
      <div className="profile-notification-actions flex-wrap align-items-center gap-12">
        <label className="sound-switch d-flex align-items-center gap-10 fw-semibold">
          <input
            type="checkbox"
            role="switch"
            aria-checked={isOn}
            checked={isOn}
            onChange={() => send({ type: isOn ? 'sound.switchOff' : 'sound.switchOn' })}
          />
          Som de alerta
        </label>
        <BusyButton
          className="btn btn-quiet"
          isBusy={sound === 'sounding'}
          onClick={() => send({ type: 'sound.listen' })}
        >
          Ouvir
        </BusyButton>
        <p role="status">{sound === 'blocked' && soundBlockedText}</p>
      </div>
    </section>
  )
}
