import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { testedDevices } from '../../../contract/devices/tested-devices.ts'
import { latencyText } from '../../../contract/texts/latency-text.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import type { PortTest } from '../../../contract/wire/answers/devices/port-tests.ts'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useDevicesWanted } from '../device-list/found-devices-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { CheckIcon, CrossIcon } from '../parts/icons/icons.tsx'
import { useStaleText } from '../sources/source-hooks.ts'
import { usePortTests, usePortTestsStatus } from './activity-hooks.ts'
import { inPortTestOrder } from './port-test-order.ts'
import '../parts/lists/plain-table.css'
import './port-tests.css'

const shortLength = 8

const texts = {
  title: 'Testes de rede',
  failed: 'Não foi possível carregar os testes de rede.',
  loading: 'O primeiro teste começa em instantes…',
  empty: 'Nenhum dispositivo para testar nos seus condomínios.',
  fewer: 'Mostrar menos',
} as const

/** Shows the results of the port tests: failures first, the others on request (SHELL-4, PAGE-1). */
export function PortTests() {
  const portTests = usePortTests()
  const status = usePortTestsStatus()
  const activity = useFlow('activity')
  const stale = useStaleText('server')
  const unscoped = useUnscopedText()
  const [isWhole, setWhole] = useState(false)
  useDevicesWanted(portTests.some(({ wordCode }) => !wordCode))
  const ordered = useMemo(() => inPortTestOrder(portTests), [portTests])
  const closedCount = portTests.filter(({ success }) => !success).length
  const shown = isWhole ? ordered : ordered.slice(0, shortLength)
  return (
    <section className={stale === '' ? 'card port-tests' : 'card port-tests is-stale'} aria-labelledby="testes-de-rede">
      <div className="card-heading">
        <h2 id="testes-de-rede" tabIndex={-1}>
          {texts.title}
        </h2>
        {portTests.length > 0 && <p>{stale || [summary(closedCount), unscoped].filter(Boolean).join(' · ')}</p>}
      </div>
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => activity.send({ type: 'activity.refresh' })} />
      )}
      {portTests.length === 0 && status === 'loading' && <p className="card-note">{texts.loading}</p>}
      {portTests.length === 0 && status === 'loaded' && <p className="card-note">{texts.empty}</p>}
      {portTests.length > 0 && <PortTable portTests={shown} />}
      {ordered.length > shortLength && (
        <button
          type="button"
          className="btn btn-quiet port-tests-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.fewer : `Mostrar todos (${numberText(ordered.length)})`}
        </button>
      )}
    </section>
  )
}

function summary(closedCount: number): string {
  if (closedCount === 0) return 'a rede responde em todos'
  return closedCount === 1 ? 'a rede não responde em 1' : `a rede não responde em ${numberText(closedCount)}`
}

/** Names all devices at the tested address; without one, the address itself (ACT-1). */
function TestedDevices({ test }: { test: PortTest }) {
  const deviceList = useFlow('deviceList')
  useFlowState('deviceList', (list) => list.context.revision)
  const tested = testedDevices(test, deviceList.getSnapshot().context.board.all())
  if (tested.length === 0) return test.port === null ? test.ip : `${test.ip}:${test.port}`
  return tested.map(({ wordCode, name }, index) => (
    <span key={wordCode}>
      {index > 0 && ', '}
      <Link href={deviceAddress(wordCode)}>{name}</Link>
    </span>
  ))
}

function PortTable({ portTests }: { portTests: readonly PortTest[] }) {
  return (
    <div className="table-scroller">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Dispositivo</th>
            <th scope="col">IP</th>
            <th scope="col" className="is-wrapping">
              Porta de rede
            </th>
            <th scope="col">Responde</th>
            <th scope="col" className="is-number">
              Latência
            </th>
          </tr>
        </thead>
        <tbody>
          {portTests.map((test) => {
            const { ip, port, success, latencyMs } = test
            return (
              <tr key={`${ip}:${port}`}>
                <th scope="row">
                  <TestedDevices test={test} />
                </th>
                <td>{ip}</td>
                <td>{port ?? 'desconhecida'}</td>
                <td>
                  <span
                    className={`badge-state d-inline-flex align-items-center gap-1 text-sm fw-semibold tone-${success ? 'ok' : 'bad'}`}
                  >
                    {success ? <CheckIcon /> : <CrossIcon />}
                    {success ? 'Sim' : 'Não'}
                  </span>
                </td>
                <td className="is-number">{success ? latencyText(latencyMs) : 'sem resposta'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
