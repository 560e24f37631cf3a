import type { ReactNode } from 'react'
import { latencyText } from '../../../contract/texts/latency-text.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import { clockText, sinceText } from '../../../contract/texts/time-texts.ts'
import type { HealthCheck } from '../../machines/health/health-protocol.ts'
import type { ClientMetricsReading } from '../../services/health/client-metrics.ts'
import { PortTests } from '../activity/port-tests.tsx'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { useConnection } from '../socket/socket-hooks.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { useHealthCheckStatus } from './health-hooks.ts'
import { bytesText, panelsText, shareText, uptimeText } from './health-texts.ts'
import { PingTable } from './ping-table.tsx'
import './health-page.css'

const texts = {
  loading: 'Consultando o serviço…',
  checkFailed: 'O serviço não pôde ser consultado.',
  stale: 'Os números abaixo são da última consulta que deu certo.',
  cleanupFailed: 'A limpeza não foi feita no servidor.',
} as const

/** Shows the health of service, panel and devices (HEA-4). */
export function HealthPage() {
  const { check, checkedAt, metrics } = useFlowState('health', ({ context }) => context)
  const status = useHealthCheckStatus()
  const cleanup = useFlowState('health', (flow) => firstTag(flow, ['cleaning', 'cleanupFailed']))
  const isPinging = useFlowState('health', (flow) => flow.hasTag('pinging'))
  const health = useFlow('health')
  const now = useServerNow()
  const stale = useStaleText('health')
  const at = checkedAt === null ? stale : stale || `Consultado ${sinceText(now - checkedAt)}`
  return (
    <>
      <PageHeading
        title="Saúde"
        context={at}
        actions={
          <div className="d-flex flex-wrap gap-2">
            <BusyButton
              className="btn btn-quiet"
              isBusy={cleanup === 'cleaning'}
              onClick={() => health.send({ type: 'health.clean' })}
            >
              Limpar
            </BusyButton>
            <BusyButton
              className="btn btn-quiet"
              isBusy={status === 'checking' || isPinging}
              onClick={() => health.send({ type: 'health.refresh' })}
            >
              Atualizar
            </BusyButton>
          </div>
        }
      />
      {status === 'failed' && (
        <FailureNotice
          text={check === null ? texts.checkFailed : `${texts.checkFailed} ${texts.stale}`}
          onRetry={() => health.send({ type: 'health.refresh' })}
        />
      )}
      {cleanup === 'cleanupFailed' && (
        <FailureNotice text={texts.cleanupFailed} onRetry={() => health.send({ type: 'health.clean' })} />
      )}
      {check === null && status === 'checking' && <p className="card-note">{texts.loading}</p>}
      <div className={`health-cards d-grid gap-3 mb-3${stale === '' && status !== 'failed' ? '' : ' is-stale'}`}>
        {check !== null && <Metrics check={check} now={now} />}
        {metrics !== null && <OwnCalls metrics={metrics} now={now} />}
      </div>
      <PortTests />
      <PingTable now={now} />
    </>
  )
}

function Metrics({ check, now }: { check: HealthCheck; now: number }) {
  const unscoped = useUnscopedText()
  const isConnected = useConnection() === 'connected'
  const { overview, details, stats } = check
  return (
    <>
      <Card title="Serviço">
        <Fact name="Estado">
          <span className={`health-state text-tone fw-semibold tone-${overview.status === 'ok' ? 'ok' : 'warn'}`}>
            {overview.status === 'ok' ? 'Funcionando' : 'Com problemas'}
          </span>
        </Fact>
        <Fact name="Funcionando há">{uptimeText(overview.uptimeS)}</Fact>
        <Fact name="Versão">{overview.version}</Fact>
      </Card>
      <Card title="Servidor">
        {unscoped !== '' && <Fact name="Dispositivos">{unscoped}</Fact>}
        <Fact name="Dispositivos online">{shareText(details.devices.online, details.devices.total)}</Fact>
        <Fact name="Sem contato">{numberText(details.devices.offline)}</Fact>
        {details.oldestCheckAt && <Fact name="Consulta mais antiga">{clockText(details.oldestCheckAt, now)}</Fact>}
        <Fact name="Banco de dados">
          {details.db.ok ? `respondendo, ${latencyText(details.db.latencyMs)}` : 'sem resposta'}
        </Fact>
        {details.isClockPlausible === false && <Fact name="Relógio">parece errado</Fact>}
        <Fact name="Painéis conectados">{panelsText(details.sockets, isConnected)}</Fact>
        <Fact name="Memória">{bytesText(details.memoryUsage)}</Fact>
      </Card>
      <Card title="Chamadas ao servidor">
        <Fact name="Todas">{numberText(stats.totalRequests)}</Fact>
        <Fact name="Com sucesso">{shareText(stats.successfulRequests, stats.totalRequests)}</Fact>
        <Fact name="Com falha">{numberText(stats.failedRequests)}</Fact>
        <Fact name="Tempo médio">{latencyText(stats.averageResponseTime)}</Fact>
      </Card>
    </>
  )
}

/** Shows the panel's own call metrics, which need no answer of the server (HEA-3). */
function OwnCalls({ metrics, now }: { metrics: ClientMetricsReading; now: number }) {
  return (
    <Card title="Chamadas deste painel">
      <Fact name="Todas">{numberText(metrics.totalRequests)}</Fact>
      <Fact name="Com sucesso">{shareText(metrics.successfulRequests, metrics.totalRequests)}</Fact>
      <Fact name="Com falha">{numberText(metrics.failedRequests)}</Fact>
      <Fact name="Tempo médio">{latencyText(metrics.averageResponseTime)}</Fact>
      <Fact name="Última limpeza">
        {metrics.lastCleanup === null ? 'nenhuma ainda' : clockText(new Date(metrics.lastCleanup).toISOString(), now)}
      </Fact>
      <Fact name="Memória">{bytesText(metrics.memoryUsage)}</Fact>
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card health-card">
      <div className="card-heading">
        <h2>{title}</h2>
      </div>
      <dl>{children}</dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
