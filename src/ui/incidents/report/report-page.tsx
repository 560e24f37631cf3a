import { useSelector } from '@xstate/react'
import { useEffect, useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { gravityTexts, topicTexts } from '../../../../contract/incidents/report-texts.ts'
import type { reportMachine } from '../../../machines/incidents/report.machine.ts'
import type { ReportField } from '../../../machines/incidents/report-rules.ts'
import { useSelectedCondominium } from '../../condominiums/condominium-hooks.ts'
import { CondominiumField } from '../../condominiums/search/condominium-field.tsx'
import { NotFoundPage } from '../../error/error-page.tsx'
import { useFlow, useFlowState } from '../../panel-context.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { RecordForm } from '../../parts/forms/record-form.tsx'
import { TextField } from '../../parts/forms/text-field.tsx'
import { PageHeading } from '../../parts/page-heading.tsx'
import { useServerOffers } from '../incident-hooks.ts'
import { useServerLacks } from '../server-lacks-hooks.ts'
import './report-page.css'

const texts = {
  context: 'O que aconteceu fica com as outras ocorrências: no turno, na passagem e no dossiê.',
  broken: 'Esta página parou de funcionar.',
  high: 'Gravidade alta chama todos que veem o condomínio. Nas outras, você já fica cuidando.',
} as const

/** The form for an occurrence that no device reports (BOOK-1). */
export function ReportPage() {
  const flow = useFlow('incidents')
  const report = useFlowState('incidents', ({ children }) => children.report)
  const isBroken = useFlowState('incidents', (incidents) => incidents.hasTag('reportBroken'))
  // After a reload the page may be there before the answer of the server.
  const isOffered = useServerOffers('writtenOccurrences')
  useEffect(() => {
    if (!isOffered) return
    flow.send({ type: 'report.open' })
    return () => flow.send({ type: 'report.close' })
  }, [flow, isOffered])
  const isReady = useSelector(report, (form) => form !== undefined && !form.hasTag('unknown'))
  if (useServerLacks('writtenOccurrences')) return <NotFoundPage isInLayout />
  return (
    <>
      <PageHeading title="Nova ocorrência" context={texts.context} />
      {isBroken && <FailureNotice text={texts.broken} onRetry={() => flow.send({ type: 'report.open' })} />}
      {report && isReady && <ReportForm report={report} />}
      <BackLink href="/incidents">Voltar às ocorrências</BackLink>
    </>
  )
}

function ReportForm({ report }: { report: ActorRefFrom<typeof reportMachine> }) {
  const { draft, problems, refusals, failure } = useSelector(report, ({ context }) => context)
  const isBusy = useSelector(report, (form) => form.hasTag('busy'))
  const selected = useSelectedCondominium()
  const id = useId()
  const edited = (field: ReportField) => () => report.send({ type: 'report.edited', field })

  function send(form: HTMLFormElement) {
    const given = new FormData(form)
    const entry = (name: string) => `${given.get(name) ?? ''}`.trim()
    report.send({
      type: 'report.send',
      entered: {
        condominiumId: entry('condominiumId'),
        topic: entry('topic'),
        gravity: entry('gravity'),
        where: entry('where'),
        text: entry('text'),
        isOver: given.has('isOver'),
      },
    })
  }

  return (
    <RecordForm
      refusals={refusals}
      failure={failure ?? ''}
      isBusy={isBusy}
      submitText="Registrar"
      progress={null}
      onSubmit={send}
    >
      <CondominiumField
        id={`${id}-condominiumId`}
        name="condominiumId"
        first={selected?.id ?? ''}
        noneText="Escolha o condomínio"
        onChange={edited('condominiumId')}
        problem={problems.condominiumId}
      />
      <Choice name="topic" title="Tipo" options={topicTexts} problem={problems.topic} onChange={edited('topic')} />
      <Choice
        name="gravity"
        title="Gravidade"
        options={gravityTexts}
        first="low"
        problem={problems.gravity}
        onChange={edited('gravity')}
      />
      <p className="field-hint">{texts.high}</p>
      <TextField
        id={`${id}-where`}
        name="where"
        label="Onde, no condomínio (se ajudar)"
        readOnly={isBusy}
        problem={problems.where}
        onChange={edited('where')}
      />
      <div>
        <label className="form-label" htmlFor={`${id}-text`}>
          O que aconteceu
        </label>
        <textarea
          id={`${id}-text`}
          name="text"
          className="form-control"
          rows={4}
          required
          defaultValue={draft}
          readOnly={isBusy}
          onChange={({ target }) => {
            report.send({ type: 'report.typed', text: target.value })
            edited('text')()
          }}
          aria-invalid={problems.text !== undefined}
          aria-describedby={problems.text === undefined ? undefined : `${id}-text-problem`}
        />
        <FieldProblem id={`${id}-text-problem`} text={problems.text} />
      </div>
      <label>
        <input type="checkbox" className="form-check-input" name="isOver" /> Já está resolvida: só registrar
      </label>
    </RecordForm>
  )
}

interface ChoiceProps {
  name: ReportField
  title: string
  options: Readonly<Record<string, string>>
  /** The option that is selected at first. */
  first?: string
  problem: string | undefined
  onChange: () => void
}

function Choice({ name, title, options, first, problem, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset className="report-choice" aria-describedby={problem === undefined ? undefined : id}>
      <legend>{title}</legend>
      <div className="d-flex flex-wrap gap-12">
        {Object.entries(options).map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              className="form-check-input"
              name={name}
              value={value}
              defaultChecked={value === first}
              aria-invalid={problem !== undefined}
              onChange={onChange}
            />{' '}
            {text}
          </label>
        ))}
      </div>
      <FieldProblem id={id} text={problem} />
    </fieldset>
  )
}
