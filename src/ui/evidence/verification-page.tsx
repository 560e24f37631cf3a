import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId, useMemo } from 'react'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { dossierText } from '../../../contract/evidence/dossier-text.ts'
import type { Verdict } from '../../../contract/evidence/verify-evidence.js'
import type { Dossier } from '../../../contract/wire/answers/evidence.ts'
import type { verificationMachine } from '../../machines/evidence/verification.machine.ts'
import { LandingLayout } from '../layout/landing-layout.tsx'
import { useArrival } from '../page-arrival.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { DossierSheet } from './dossier-sheet.tsx'
import '../../../contract/evidence/dossier-sheet.css'
import './verification-page.css'

type VerificationRef = ActorRefFrom<typeof verificationMachine>

/** Verifies a dossier file; no data leaves the browser (EVI-4). */
export function VerificationPage({ verification }: { verification: VerificationRef }) {
  const heading = useArrival('Conferir um dossiê')
  const result = useSelector(verification, ({ context }) => context.verification)
  const problem = useSelector(verification, ({ context }) => context.problem)
  return (
    <LandingLayout>
      <div className="verification">
        <h1 ref={heading} tabIndex={-1}>
          Conferir um dossiê
        </h1>
        <p>
          Escolha o arquivo que o painel entregou, em HTML ou JSON. A conferência é feita neste navegador: o arquivo não
          é enviado a ninguém.
        </p>
        <VerificationForm verification={verification} />
        <div role="status">
          {problem !== null && <p className="verdict verdict-bad">Não foi possível conferir. {problem}</p>}
          {result !== null && <VerdictCard verdict={result.verdict} />}
        </div>
        {result?.dossier && <Content dossier={result.dossier} />}
        <p>
          <Link href="/">Voltar ao painel</Link>
        </p>
      </div>
    </LandingLayout>
  )
}

function VerificationForm({ verification }: { verification: VerificationRef }) {
  const id = useId()
  const isBusy = useSelector(verification, (snapshot) => snapshot.hasTag('busy'))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const fileOf = (name: string) => {
      const file = data.get(name)
      return file instanceof File && file.name !== '' ? file : null
    }
    const dossier = fileOf('dossier')
    const fingerprint = String(data.get('fingerprint') ?? '').trim()
    if (dossier !== null && !isBusy)
      verification.send({ type: 'verification.asked', request: { dossier, heads: fileOf('heads'), fingerprint } })
  }
  return (
    <form
      className="card verification-form d-grid gap-2 my-3 p-3 d-print-none"
      aria-label="Conferir um dossiê"
      onSubmit={submit}
    >
      <label className="form-label" htmlFor={`${id}-dossier`}>
        Dossiê
      </label>
      <input id={`${id}-dossier`} name="dossier" type="file" accept=".html,.json" required className="form-control" />
      <details>
        <summary>O que você guardou fora do servidor (recomendado)</summary>
        <label className="form-label" htmlFor={`${id}-fingerprint`}>
          Impressão digital da chave que você anotou
        </label>
        <input
          id={`${id}-fingerprint`}
          name="fingerprint"
          className="form-control"
          autoComplete="off"
          spellCheck={false}
        />
        <label className="form-label" htmlFor={`${id}-heads`}>
          Cabeças guardadas (arquivo .jsonl)
        </label>
        <input id={`${id}-heads`} name="heads" type="file" accept=".jsonl,.json,.txt" className="form-control" />
      </details>
      <BusyButton type="submit" className="btn btn-primary" isBusy={isBusy}>
        Conferir
      </BusyButton>
    </form>
  )
}

function VerdictCard({ verdict: { isGenuine, problems, told } }: { verdict: Verdict }) {
  return (
    <div className={`verdict ${isGenuine ? 'verdict-ok' : 'verdict-bad'}`}>
      <p>
        <strong>
          {isGenuine ? 'Confere: nenhum registro foi alterado, retirado, posto ou trocado.' : 'Não confere.'}
        </strong>
      </p>
      <ul>
        {problems.map(({ seq, why }) => (
          <li key={`${seq} ${why}`}>{seq === null ? why : `Registro ${seq}: ${why}`}</li>
        ))}
        {told.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the content of the verified records, not the text of the file. */
function Content({ dossier }: { dossier: Dossier }) {
  const text = useMemo(() => dossierText(dossier), [dossier])
  return text === null ? null : <DossierSheet text={text} />
}
