import { useState } from 'react'
import { Link } from 'wouter'
import { nameOf } from '../../../contract/devices/device-status.ts'
import { devicesText, numberText } from '../../../contract/texts/number-text.ts'
import type { ListedDevice } from '../../machines/device-list/device-board.ts'
import type { BulkTarget } from '../../machines/devices/commands/bulk-board.ts'
import type { BulkCommand } from '../../machines/devices/commands/device-bulk.machine.ts'
import { ReasonDialog } from '../devices/commands/reason-dialog.tsx'
import { useFocusTaken } from '../parts/lost-focus.ts'
import { useNow } from '../parts/time/clock-hooks.ts'
import { type BulkView, useBulkContext } from './bulk-hooks.ts'
import { bulkProgress, bulkQuestion, bulkResultText, bulkSummary } from './bulk-texts.ts'
import { deviceAddress } from './device-addresses.ts'
import './bulk-panel.css'

const commands: readonly [command: BulkCommand, label: string][] = [
  ['test', 'Testar'],
  ['activate', 'Ativar'],
  ['deactivate', 'Desativar'],
]

/** Commands for the chosen devices, with progress and results; `shown`: the devices that pass the filter. */
export function BulkPanel({ bulk, shown }: { bulk: BulkView; shown: readonly ListedDevice[] }) {
  switch (bulk.phase) {
    case 'closed':
      return null
    case 'choosing':
    case 'asked':
      return <BulkChoice bulk={bulk} shown={shown} />
    case 'running':
    case 'stopping':
      return <BulkProgress bulk={bulk} />
    case 'done':
      return <BulkEnd bulk={bulk} />
  }
}

function bulkTargetOf({ device }: ListedDevice): BulkTarget {
  const { wordCode, condominiumId } = device
  return { wordCode, condominiumId, name: nameOf(device) }
}

function BulkChoice({ bulk: { ref, phase }, shown }: { bulk: BulkView; shown: readonly ListedDevice[] }) {
  const { command, board, problem, refusals } = useBulkContext(ref)
  const count = board.chosenCount
  const panel = useFocusTaken<HTMLElement>()
  const { title, effect, confirm } = bulkQuestion(command, count)
  return (
    <section ref={panel} tabIndex={-1} className="card bulk-panel" aria-label="Dispositivos escolhidos">
      <p role="status">{count === 0 ? 'Escolha os dispositivos na lista.' : `${devicesText(count)} na escolha`}</p>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        onClick={() => ref.send({ type: 'bulk.choose', targets: shown.map(bulkTargetOf) })}
      >
        Todos os filtrados ({numberText(shown.length)})
      </button>
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => ref.send({ type: 'bulk.clear' })}>
        Limpar
      </button>
      <span className="bulk-deeds d-inline-flex ms-auto">
        {commands.map(([each, label]) => (
          <button
            key={each}
            type="button"
            className="btn btn-quiet btn-sm"
            aria-disabled={count === 0}
            onClick={() => ref.send({ type: 'bulk.ask', command: each })}
          >
            {label}
          </button>
        ))}
      </span>
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => ref.send({ type: 'bulk.close' })}>
        Cancelar
      </button>
      {phase === 'asked' && (
        <ReasonDialog
          title={title}
          confirm={confirm}
          problem={problem}
          refusals={refusals}
          onEdited={() => ref.send({ type: 'bulk.edited' })}
          onConfirm={(typed) => ref.send({ type: 'bulk.confirm', typed })}
          onDrop={() => ref.send({ type: 'bulk.drop' })}
        >
          <p>{effect}</p>
          <p>A quem está em pausa nada é enviado. O motivo é um só, e fica na auditoria de cada dispositivo.</p>
        </ReasonDialog>
      )}
    </section>
  )
}

function BulkProgress({ bulk: { ref, phase } }: { bulk: BulkView }) {
  const { command, board } = useBulkContext(ref)
  const done = board.results.length
  const panel = useFocusTaken<HTMLElement>()
  const isStopping = phase === 'stopping'
  return (
    <section ref={panel} tabIndex={-1} className="card bulk-panel" aria-label="Ação em muitos dispositivos">
      <p>{bulkProgress(command, done, board.chosenCount, isStopping ? board.underWayCount : null)}</p>
      <progress aria-label="Dispositivos já feitos" value={done} max={board.chosenCount} />
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        aria-disabled={isStopping}
        onClick={() => ref.send({ type: 'bulk.stop' })}
      >
        Parar
      </button>
      <p className="text-soft">Continua se você abrir outra página do painel. Recarregar ou sair interrompe o resto.</p>
    </section>
  )
}

const resultsShown = 50

function BulkEnd({ bulk: { ref } }: { bulk: BulkView }) {
  const { command, board } = useBulkContext(ref)
  const [limit, setLimit] = useState(resultsShown)
  const panel = useFocusTaken<HTMLElement>()
  const left = board.waitingCount
  const inOrder = board.results.toSorted((one, other) => rank(one.outcome) - rank(other.outcome))
  const hasRest = left > 0 || board.results.some(({ outcome }) => outcome !== 'succeeded')
  const now = useNow()
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="card bulk-panel bulk-end"
      aria-label="Resultado em muitos dispositivos"
    >
      <p role="status">{bulkSummary(board.results, left)}</p>
      {hasRest && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => ref.send({ type: 'bulk.again' })}>
          Escolher os que faltam
        </button>
      )}
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => ref.send({ type: 'bulk.close' })}>
        Fechar
      </button>
      <ul className="bulk-results">
        {inOrder.slice(0, limit).map((result) => (
          <li key={result.target.wordCode} className={result.outcome === 'succeeded' ? 'tone-ok' : 'tone-bad'}>
            <Link href={deviceAddress(result.target.wordCode)}>{result.target.name}</Link>
            <span className="text-soft">{result.target.wordCode}</span>
            <span>{bulkResultText(command, result, now)}</span>
          </li>
        ))}
      </ul>
      {inOrder.length > limit && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => setLimit(limit + resultsShown)}>
          Mostrar mais
        </button>
      )}
    </section>
  )
}

function rank(outcome: string): number {
  return outcome === 'succeeded' ? 1 : 0
}
