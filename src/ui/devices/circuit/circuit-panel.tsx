import { Link } from 'wouter'
import { breakerRules, nextCallOf } from '../../../../contract/devices/breaker-rules.ts'
import { circuitStateNames, circuitText, circuitTone } from '../../../../contract/devices/circuit-texts.ts'
import type { PanelContact } from '../../../../contract/devices/panel-contact.ts'
import { failuresText } from '../../../../contract/evidence/failure-texts.ts'
import { breakerAddress } from '../../inspector/inspector-address.ts'
import { useInspectorOffered } from '../../session/user-hooks.ts'
import { useStaleText } from '../../sources/source-hooks.ts'
import { CircuitChart } from './circuit-chart.tsx'
import type { CircuitView } from './circuit-view.ts'
import './circuit-panel.css'

interface CircuitPanelProps {
  wordCode: string
  circuit: CircuitView
  now: number
  contact: PanelContact
}

/**
 * Shows the device's circuit: its state in a word, the next attempt and, on request, the chart (A11Y-3) with a link to
 * the inspector (INS-1).
 */
export function CircuitPanel({ wordCode, circuit, now, contact }: CircuitPanelProps) {
  const { state, failureCount } = circuit
  const stale = useStaleText('deviceService')
  const isInspectorOffered = useInspectorOffered()
  return (
    <section
      className={
        stale === '' ? `card circuit-panel tone-${circuitTone(circuit)}` : 'card circuit-panel tone-neutral is-stale'
      }
      aria-label="Proteção do dispositivo"
      data-state={state}
      data-failure-count={failureCount}
    >
      <div className="card-heading">
        <h2>Proteção do dispositivo</h2>
        <p>{failureCount === 0 ? 'Nenhuma falha seguida' : failuresText(failureCount)}</p>
      </div>
      <p className="circuit-now d-flex flex-wrap align-items-baseline">
        <strong>{circuitStateNames[state]}</strong>
        <span>{meaningOf(circuit, now, contact)}</span>
      </p>
      <details className="circuit-details">
        <summary>Detalhes técnicos</summary>
        <p>{detailsOf(circuit)}</p>
        <CircuitChart circuit={circuit} />
        {isInspectorOffered && (
          <Link href={breakerAddress(wordCode)}>Ver a proteção deste dispositivo no inspetor</Link>
        )}
      </details>
    </section>
  )
}

function detailsOf(circuit: CircuitView): string {
  const { state, failureCount, lastFailureTime, lastError, isolation, since, openings } = circuit
  const { durations, slow, ignored } = circuit
  return [
    state,
    `failureCount ${failureCount}`,
    lastFailureTime !== null && `lastFailureTime ${new Date(lastFailureTime).toISOString()}`,
    lastError && `lastError ${lastError}`,
    isolation !== null && `until ${new Date(isolation.until).toISOString()}`,
    openings > 0 && `opening ${openings}`,
    since !== null && `since ${new Date(since).toISOString()}`,
    durations.length > 0 && `durations ${durations.join(', ')} ms`,
    slow > 0 && `slow ${slow}`,
    ignored > 0 && `ignored ${ignored}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function meaningOf(circuit: CircuitView, now: number, contact: PanelContact): string {
  const next = nextCallOf(circuit, now)
  if (next.kind === 'isolated') return `${circuitText(circuit, now, contact)}: ${circuit.isolation?.reason}`
  if (next.kind !== 'allowed') return circuitText(circuit, now, contact)
  const left = breakerRules.threshold - circuit.failureCount
  if (circuit.failureCount === 0) return 'Todas as chamadas são enviadas'
  return left === 1 ? 'Com mais 1 falha, entra em pausa' : `Com mais ${left} falhas, entra em pausa`
}
