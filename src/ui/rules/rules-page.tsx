import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useId } from 'react'
import * as v from 'valibot'
import { useLocation, useSearch } from 'wouter'
import { commitText, rulesByTopic, topicTitle } from '../../../contract/rules/rule-topics.ts'
import type { RulesInForce } from '../../../contract/wire/answers/rules.ts'
import { existingDay } from '../../../contract/wire/scalars.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { PrintedAt } from '../parts/print/printed-at.tsx'
import { localTimeText, zoneText } from '../parts/time/zoned-time.ts'
import './rules-page.css'

const texts = {
  failed: 'Não foi possível carregar as regras.',
  wrongDay: 'O endereço tem uma data que não existe. Escolha outra.',
  loading: 'Carregando as regras…',
  none: 'O servidor não tem registro das regras deste dia: ele vem antes do primeiro registro guardado, ou ainda não chegou.',
  code: 'mudou o código que decide; o histórico do documento de falhas diz se uma regra mudou',
  first: 'São as primeiras regras registradas.',
  document:
    'O manual de segurança desta versão: o que falha, o que o painel e o servidor fazem, depois de quanto tempo, e o que fica registrado.',
  how: 'O servidor registra as regras na corrente de registros quando começa a trabalhar com regras diferentes. Um dossiê traz as regras do seu período.',
} as const

/** Shows the rules that were in force on the day in the address, with their changes (EVI-10). */
export function RulesPage() {
  const flow = useFlow('rules')
  const on = new URLSearchParams(useSearch()).get('em') ?? ''
  const rules = useSelector(flow, (snapshot) => snapshot.context.rules)
  const isFailed = useSelector(flow, (snapshot) => snapshot.hasTag('error'))
  useEffect(() => flow.send({ type: 'rules.choose', on }), [flow, on])
  return (
    <>
      <PageHeading
        title="Regras"
        context={`O que o Guarita fazia em um dia quando um dispositivo falhava, no horário deste computador (${zoneText()})`}
      />
      <PrintedAt />
      <DayChoice key={on} day={rules?.on ?? on} />
      {isFailed && (
        <FailureNotice
          text={on === '' || v.is(existingDay, on) ? texts.failed : texts.wrongDay}
          onRetry={() => flow.send({ type: 'rules.reload' })}
        />
      )}
      {rules === null && !isFailed && <p className="card-note">{texts.loading}</p>}
      {rules?.result.length === 0 && <p className="card card-note">{texts.none}</p>}
      {rules?.result.map((each) => (
        <Rules key={each.seq} rules={each} />
      ))}
      <p className="text-soft text-sm mb-3">{texts.how}</p>
      <FailureDocument />
    </>
  )
}

/** Links to the document that the build makes of `docs/device-failure.pt-BR.md` (AUD-7). */
function FailureDocument() {
  const id = useId()
  return (
    <section className="card rules-document d-grid d-print-none gap-2 mb-3" aria-labelledby={id}>
      <h2 id={id}>Documento de falhas</h2>
      <p>{texts.document}</p>
      <a className="btn btn-quiet" href="/documento-de-falhas.html">
        Abrir o documento
      </a>
    </section>
  )
}

function DayChoice({ day }: { day: string }) {
  const [, navigate] = useLocation()
  const id = useId()
  return (
    <form
      className="rules-day d-flex d-print-none flex-wrap align-items-center gap-2 mb-3"
      aria-label="Escolher o dia"
      onSubmit={(event) => {
        event.preventDefault()
        navigate(`/regras?em=${new FormData(event.currentTarget).get('em')}`)
      }}
    >
      <label className="form-label" htmlFor={id}>
        Dia
      </label>
      <input key={day} id={id} name="em" type="date" className="form-control" defaultValue={day} required />
      <button type="submit" className="btn btn-primary">
        Mostrar
      </button>
      <button type="button" className="btn btn-quiet" onClick={() => print()}>
        Imprimir
      </button>
    </form>
  )
}

function Rules({ rules }: { rules: RulesInForce }) {
  const { since, until, version, commit, hash, seq, constants, charts } = rules
  const id = useId()
  return (
    <section className="card rules-card mb-3" aria-labelledby={id}>
      <div className="card-heading">
        <h2 id={id}>
          Em vigor desde {localTimeText(since)}
          {until !== null && ` até ${localTimeText(until)}`}
        </h2>
      </div>
      <dl className="card-part">
        <Fact name="Versão">{version}</Fact>
        <Fact name="Commit">{commitText(commit)}</Fact>
        <Fact name="Impressão digital">{hash}</Fact>
        <Fact name="Registro">nº {seq}</Fact>
      </dl>
      {rulesByTopic(rules).map(({ title, texts: sentences }) => (
        <Sentences key={title} title={title} sentences={sentences} />
      ))}
      <Changes rules={rules} />
      <details className="card-part">
        <summary>Detalhes técnicos</summary>
        <dl>
          {Object.entries(constants).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          {Object.entries(charts).map(([name, chart]) => (
            <Fact key={name} name={`chart ${name}`}>
              {chart}
            </Fact>
          ))}
        </dl>
      </details>
    </section>
  )
}

function Sentences({ title, sentences }: { title: string; sentences: readonly ReactNode[] }) {
  return (
    <div className="card-part">
      <h3>{title}</h3>
      <ul>
        {sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

function Changes({ rules: { changes } }: { rules: RulesInForce }) {
  if (changes === null) return <p className="card-part text-soft">{texts.first}</p>
  const rules = changes.rules.map(({ before, after }) => (
    <>
      {before !== null && (
        <>
          Antes: <del>{before}</del>{' '}
        </>
      )}
      {after === null ? 'Esta regra acabou.' : <ins>{after}</ins>}
    </>
  ))
  const charts = changes.charts.map((chart) => `${topicTitle(chart)}: ${texts.code} (chart ${chart}).`)
  return <Sentences title="O que mudou" sentences={[...rules, ...charts]} />
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="text-anywhere">{children}</dd>
    </div>
  )
}
