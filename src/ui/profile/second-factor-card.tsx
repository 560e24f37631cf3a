import { useSelector } from '@xstate/react'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { momentText } from '../../../contract/texts/time-texts.ts'
import type { secondFactorMachine } from '../../machines/profile/second-factor.machine.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { TextField } from '../parts/forms/text-field.tsx'
import { PrintedAt } from '../parts/print/printed-at.tsx'
import { useTextCopy } from '../parts/text-copy.ts'
import { ProofDialog } from '../session/proof-dialog.tsx'
import { QrCode } from './qr-code.tsx'

type SecondFactorRef = ActorRefFrom<typeof secondFactorMachine>

const texts = {
  effect: 'Para entrar, além da senha, o painel pede um código do seu celular. Quem descobre a sua senha não entra.',
  required:
    'A sua administradora exige isto de quem cuida das pessoas com acesso. Enquanto não estiver ativada, essa permissão fica suspensa.',
  loading: 'Carregando…',
  failed: 'Não foi possível carregar a verificação em duas etapas.',
  scan: 'Em um aplicativo autenticador do celular, adicione uma conta: aponte a câmera para o desenho, ou digite a chave.',
  enter: 'Digite o código de 6 números que o aplicativo mostra. As suas outras sessões serão encerradas.',
  codes:
    'Verificação ativada. Guarde estes códigos de recuperação longe do computador e do celular: cada um serve uma vez, para entrar sem o celular. Eles não são mostrados de novo.',
  few: 'Para ter códigos novos, desative e ative de novo.',
  remove: 'Para desativar, digite um código do aplicativo ou de recuperação.',
} as const

/**
 * Shows the person's own second factor: setup, recovery codes, removal (SES-12). Shows nothing if the server does not
 * support second factors.
 */
export function SecondFactorCard({ factor }: { factor: SecondFactorRef }) {
  useEffect(() => {
    factor.send({ type: 'factor.want' })
    return () => factor.send({ type: 'factor.left' })
  }, [factor])
  const shown = useSelector(factor, (snapshot) =>
    firstTag(snapshot, ['absent', 'error', 'unknown', 'off', 'offered', 'codes', 'on']),
  )
  const failure = useSelector(factor, ({ context }) => context.failure)
  const proof = useSelector(factor, ({ children }) => children.proof)
  if (shown === 'absent') return null
  return (
    <section className="card profile-password" aria-labelledby="duas-etapas">
      <ProofDialog actor={proof} />
      <div className="card-heading">
        <h2 id="duas-etapas">Verificação em duas etapas</h2>
        <p>{texts.effect}</p>
      </div>
      {shown === 'error' && <FailureNotice text={texts.failed} onRetry={() => factor.send({ type: 'factor.want' })} />}
      {shown === 'unknown' && <p className="profile-note">{texts.loading}</p>}
      {shown === 'off' && <Off factor={factor} failure={failure} />}
      {shown === 'offered' && <Setup factor={factor} failure={failure} />}
      {shown === 'codes' && <RecoveryCodes factor={factor} />}
      {shown === 'on' && <Removal factor={factor} failure={failure} />}
    </section>
  )
}

type StepProps = { factor: SecondFactorRef; failure: string | null }

function useBusy(factor: SecondFactorRef): boolean {
  return useSelector(factor, (snapshot) => snapshot.hasTag('busy'))
}

function Off({ factor, failure }: StepProps) {
  const isRequired = useSelector(factor, ({ context }) => context.factor?.isRequired === true)
  const isBusy = useBusy(factor)
  return (
    <>
      {isRequired && <p className="profile-note">{texts.required}</p>}
      {failure !== null && <FailureNotice text={failure} />}
      <p className="profile-note">
        <BusyButton isBusy={isBusy} onClick={() => factor.send({ type: 'factor.begin' })}>
          Ativar a verificação
        </BusyButton>
      </p>
    </>
  )
}

function Setup({ factor, failure }: StepProps) {
  const offer = useSelector(factor, ({ context }) => context.offer)
  return (
    <>
      <div className="profile-secret">
        <p>{texts.scan}</p>
        {offer !== null && <QrCode text={offer.address} label="Desenho (QR code) para o aplicativo autenticador" />}
        <p>
          Chave: <code>{offer?.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </div>
      <FactorCodeForm factor={factor} failure={failure} hint={texts.enter} action="Ativar" event="factor.confirm">
        <button type="button" className="btn btn-quiet" onClick={() => factor.send({ type: 'factor.left' })}>
          Cancelar
        </button>
      </FactorCodeForm>
    </>
  )
}

function RecoveryCodes({ factor }: { factor: SecondFactorRef }) {
  const codes = useSelector(factor, ({ context }) => context.recoveryCodes)
  const heading = useRef<HTMLParagraphElement>(null)
  const { phase, start } = useTextCopy()
  const text = `Códigos de recuperação do Guarita\n${codes.join('\n')}\n`
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="profile-secret profile-codes">
      <PrintedAt />
      <p ref={heading} role="status" tabIndex={-1}>
        {texts.codes}
      </p>
      <ol aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="d-flex flex-wrap gap-12">
        <a
          className="btn btn-primary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codigos-de-recuperacao.txt"
        >
          Baixar
        </a>
        <button type="button" className="btn btn-quiet" onClick={() => print()}>
          Imprimir
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => start(text)}>
          Copiar
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => factor.send({ type: 'factor.kept' })}>
          Já guardei os códigos
        </button>
      </div>
      <p role="status" className="field-hint">
        {phase === 'copied' && 'Códigos copiados.'}
        {phase === 'byHand' && 'O navegador não deixou copiar. Baixe os códigos, ou anote-os.'}
      </p>
    </div>
  )
}

function Removal({ factor, failure }: StepProps) {
  const state = useSelector(factor, ({ context }) => context.factor)
  const left = state?.recoveryCodesLeft ?? 0
  return (
    <>
      <p className="profile-note">
        Ativada desde {state?.setAt != null && <time dateTime={state.setAt}>{momentText(state.setAt)}</time>}.{' '}
        {leftText(left)} {left < 4 && texts.few}
      </p>
      <FactorCodeForm factor={factor} failure={failure} hint={texts.remove} action="Desativar" event="factor.remove" />
    </>
  )
}

function leftText(left: number): string {
  if (left === 0) return 'Não resta nenhum código de recuperação.'
  return left === 1 ? 'Resta 1 código de recuperação.' : `Restam ${left} códigos de recuperação.`
}

interface FactorCodeFormProps extends StepProps {
  hint: string
  action: string
  event: 'factor.confirm' | 'factor.remove'
  children?: React.ReactNode
}

function FactorCodeForm({ factor, failure, hint, action, event, children }: FactorCodeFormProps) {
  const isBusy = useBusy(factor)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure !== null) field.current?.select()
  }, [failure])

  function submit(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const code = field.current?.value.trim() ?? ''
    if (!isBusy) factor.send({ type: event, code })
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        ref={field}
        id={id}
        label="Código"
        hint={hint}
        inputMode={event === 'factor.confirm' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        required
        readOnly={isBusy}
        problem={failure ?? undefined}
        onChange={() => undefined}
      />
      <div className="d-flex flex-wrap gap-12">
        <BusyButton type="submit" isBusy={isBusy} className={event === 'factor.remove' ? 'btn btn-quiet' : undefined}>
          {action}
        </BusyButton>
        {children}
      </div>
    </form>
  )
}
