import { useMemo } from 'react'
import { cutOffText } from '../../../contract/devices/panel-contact.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import {
  type ActivityState,
  useActiveCount,
  useLastEvents,
  usePortTests,
  usePortTestsStatus,
} from '../activity/activity-hooks.ts'
import { lastEventText } from '../activity/last-event-text.ts'
import {
  useCondominiums,
  useCondominiumsStatus,
  useSelectedCondominium,
  useUnscopedText,
} from '../condominiums/condominium-hooks.ts'
import { type Connection, useConnection } from '../socket/socket-hooks.ts'
import { DeviceMetrics } from './device-metrics.tsx'
import { Metric } from './metric.tsx'
import { type Tone, toneOfPorts } from './tone.ts'

const unknown = 'Desconhecido'

const portNotes = {
  loading: 'aguardando o primeiro teste',
  failed: 'o teste não pôde ser carregado',
  loaded: '',
} as const

const connectionTexts: Record<Connection, { state: string; meaning: string; tone: Tone }> = {
  connected: { state: 'Ao vivo', meaning: 'Os eventos chegam na hora.', tone: 'ok' },
  connecting: { state: 'Conectando', meaning: 'Abrindo a ligação com o servidor.', tone: 'neutral' },
  reconnecting: {
    state: 'Reconectando',
    meaning: cutOffText,
    tone: 'warn',
  },
  failed: {
    state: 'Sem conexão',
    meaning: cutOffText,
    tone: 'bad',
  },
}

/** Metrics in a row, of the selected condominium if possible (LIVE-6), with links to lists (SHELL-4). */
export function Metrics() {
  const selected = useSelectedCondominium()
  return (
    <section className="card metrics text-sm" aria-label="Números">
      {selected === null ? <MovementMetrics /> : <MovementMetric condominiumId={selected.id} />}
      <DeviceMetrics />
      <PortMetric />
      <ConnectionMetric />
    </section>
  )
}

function MovementMetrics() {
  const condominiums = useCondominiums()
  const isListed = useCondominiumsStatus() === 'ready'
  const activeCount = useActiveCount(condominiums)
  const known = isListed && activeCount !== null
  return (
    <>
      <Metric
        label="Condomínios com movimento"
        value={known ? numberText(activeCount) : unknown}
        detail="com evento na última hora"
        tone="neutral"
        source="live"
        href="/condominiums?atividade=ativos"
      />
      <Metric
        label="Condomínios sem movimento"
        value={known ? numberText(condominiums.length - activeCount) : unknown}
        detail="nenhum evento há uma hora ou mais"
        tone="neutral"
        source="live"
        href="/condominiums?atividade=inativos"
      />
    </>
  )
}

const movements: Record<ActivityState, string> = {
  active: 'Com movimento',
  inactive: 'Sem movimento',
  unknown,
}

function MovementMetric({ condominiumId }: { condominiumId: string }) {
  const [lastEvent] = useLastEvents(useMemo(() => [condominiumId], [condominiumId]))
  const { text, state } = lastEvent ?? { text: '', state: 'unknown' }
  return (
    <Metric
      label="Movimento"
      value={movements[state]}
      detail={lastEventText(text, state)}
      tone="neutral"
      source="live"
      href="/condominiums"
    />
  )
}

function PortMetric() {
  const portTests = usePortTests()
  const status = usePortTestsStatus()
  const unscoped = useUnscopedText()
  const isKnown = status === 'loaded' || portTests.length > 0
  const openCount = portTests.filter(({ success }) => success).length
  return (
    <Metric
      label="A rede responde"
      value={isKnown ? numberText(openCount) : unknown}
      detail={isKnown ? testsText(portTests.length) : portNotes[status]}
      note={isKnown ? unscoped : portNotes[status]}
      tone={status === 'failed' ? 'neutral' : toneOfPorts(openCount, portTests.length)}
      source="server"
      href="/health#testes-de-rede"
    />
  )
}

function testsText(count: number): string {
  return count === 1 ? 'em 1 teste de rede' : `em ${numberText(count)} testes de rede`
}

function ConnectionMetric() {
  const { state, meaning, tone } = connectionTexts[useConnection()]
  const note = tone === 'ok' ? '' : meaning
  return <Metric label="Eventos em tempo real" value={state} detail={meaning} note={note} tone={tone} source={null} />
}
