import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { secondsText } from '../../../../contract/texts/time-texts.ts'
import type { SimulatedDevice } from '../../../../contract/wire/answers/devices/simulator.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useFirstProblemFocused } from '../../parts/forms/first-problem.ts'
import { TextField } from '../../parts/forms/text-field.tsx'
import { AlertIcon } from '../../parts/icons/alert-icon.tsx'
import { actsText, faultName, faults, receivedText, statusText, texts } from './fault-texts.ts'
import { type SimulatorRef, useSimulator } from './simulator-hooks.ts'
import './fault-control.css'

interface FaultControlProps {
  simulator: SimulatorRef
  /** WordCode of the selected actor's device; null keeps the previous device. */
  wordCode: string | null
}

/** Sets the fault of a simulated device, to follow a failure live (INS-2). */
export function FaultControl({ simulator, wordCode }: FaultControlProps) {
  const { phase, device, failure, wordCode: chosen, refusals } = useSimulator(simulator)
  const section = useRef<HTMLElement>(null)
  const id = useId()
  const status = statusText(phase, device)
  useFirstProblemFocused(section, refusals)

  useEffect(() => {
    if (wordCode !== null) simulator.send({ type: 'simulator.choose', wordCode })
  }, [simulator, wordCode])

  return (
    <section ref={section} className="card" aria-labelledby={`${id}-title`}>
      <div className="card-heading">
        <h2 id={`${id}-title`}>Falha simulada</h2>
        <p>{texts.about}</p>
      </div>
      {phase !== 'unavailable' && (
        <DeviceChoice
          key={wordCode ?? ''}
          simulator={simulator}
          first={wordCode ?? chosen}
          problem={phase === 'unnamed' || phase === 'unknown' ? texts[phase] : undefined}
        />
      )}
      {device !== null && (
        <>
          <Facts device={device} />
          <FaultForm key={device.wordCode} simulator={simulator} device={device} />
        </>
      )}
      {phase === 'failed' && (
        <FailureNotice text={failure ?? ''} onRetry={() => simulator.send({ type: 'simulator.reload' })} />
      )}
      <p role="status" className={status === '' ? 'visually-hidden' : 'card-part text-soft'}>
        {status}
      </p>
    </section>
  )
}

interface DeviceChoiceProps {
  simulator: SimulatorRef
  first: string
  problem: string | undefined
}

function DeviceChoice({ simulator, first, problem }: DeviceChoiceProps) {
  const id = useId()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wordCode = `${new FormData(event.currentTarget).get('wordCode') ?? ''}`
    simulator.send({ type: 'simulator.choose', wordCode })
  }

  return (
    <form noValidate className="fault-device d-grid align-items-start gap-12" onSubmit={submit}>
      <TextField
        id={`${id}-device`}
        label="Dispositivo"
        name="wordCode"
        autoCapitalize="characters"
        defaultValue={first}
        problem={problem}
        onChange={() => {}}
      />
      <button type="submit" className="btn btn-quiet">
        Consultar
      </button>
    </form>
  )
}

function Facts({ device }: { device: SimulatedDevice }) {
  const last = device.received.at(-1)
  return (
    <dl className="fault-facts d-grid card-part">
      <dt>Agora</dt>
      <dd>{faultName(device.fault)}</dd>
      <dt>Chamadas recebidas</dt>
      <dd>
        {receivedText(device)}
        {last !== undefined && `, a última às ${secondsText(Date.parse(last.at))}`}
      </dd>
      <dt>Fez em 7 dias</dt>
      <dd>{actsText(device)}</dd>
    </dl>
  )
}

function FaultForm({ simulator, device }: { simulator: SimulatorRef; device: SimulatedDevice }) {
  const { phase, failure } = useSimulator(simulator)
  const id = useId()
  const edited = () => simulator.send({ type: 'simulator.edited' })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const chosen = faults.find(({ fault }) => fault === entered.get('fault'))
    if (chosen === undefined) return
    simulator.send({ type: 'simulator.set', fault: chosen.fault, slowMs: `${entered.get('slowMs') ?? ''}` })
  }

  return (
    <form noValidate className="fault-form d-grid gap-3 card-part" onSubmit={submit}>
      <fieldset className="d-grid gap-2 min-w-0">
        <legend className="fw-semibold">Como o dispositivo se comporta</legend>
        {faults.map(({ fault, name, effect }) => (
          <label key={fault} className="fault-choice d-flex align-items-start gap-10 rounded">
            <input
              type="radio"
              className="flex-none"
              name="fault"
              value={fault}
              defaultChecked={fault === device.fault}
              aria-labelledby={`${id}-${fault}`}
              aria-describedby={`${id}-${fault}-effect`}
              onChange={edited}
            />
            <span className="d-grid min-w-0">
              <strong id={`${id}-${fault}`}>{name}</strong>
              <span id={`${id}-${fault}-effect`} className="text-soft text-sm">
                {effect}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="fault-delay">
        <TextField
          id={`${id}-delay`}
          name="slowMs"
          label="Responde depois de (ms)"
          hint={texts.delayHint}
          inputMode="numeric"
          defaultValue="3000"
          problem={phase === 'refused' ? texts.delay : undefined}
          onChange={edited}
        />
      </div>
      {phase === 'notApplied' && (
        <div className="failure-notice m-0">
          <AlertIcon />
          <p role="alert">{failure}</p>
        </div>
      )}
      <div className="d-flex flex-wrap gap-12">
        <BusyButton type="submit" isBusy={phase === 'setting'}>
          Aplicar
        </BusyButton>
        <BusyButton
          className="btn btn-quiet"
          isBusy={phase === 'loading'}
          onClick={() => simulator.send({ type: 'simulator.reload' })}
        >
          Atualizar
        </BusyButton>
      </div>
    </form>
  )
}
