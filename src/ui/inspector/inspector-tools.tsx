import { useSelector } from '@xstate/react'
import { type ChangeEvent, useRef } from 'react'
import { HostedDialog } from './hosted-dialog.tsx'
import { useInspector, useInspectorPart, useRecording } from './inspector-hooks.ts'
import { ExportIcon, OpenFileIcon, OutsideIcon, ReportIcon } from './inspector-icons.tsx'
import type { InspectorPart } from './inspectors.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ToolButton } from './tool-button.tsx'

/** Saves and opens recordings, and opens the inspector hosted by Stately (INS-1). */
export function InspectorTools() {
  const inspector = useInspector()
  const { fileName } = useRecording()
  const hosted = useInspectorPart('hosted')
  const isReading = useSelector(inspector, (snapshot) => snapshot.hasTag('reading'))
  const isWriting = useSelector(inspector, (snapshot) => snapshot.hasTag('writing'))
  const isDescribing = useSelector(inspector, (snapshot) => snapshot.hasTag('describing'))
  const isWritten = useSelector(inspector, (snapshot) => snapshot.hasTag('written'))
  const problem = useSelector(inspector, ({ context }) => context.problem)
  const input = useRef<HTMLInputElement>(null)

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file !== undefined) inspector.send({ type: 'file.choose', file })
    // Else the same file could not be picked again.
    currentTarget.value = ''
  }

  return (
    <>
      <div className="d-flex flex-wrap align-items-center">
        <ToolButton name="Exportar gravação" isBusy={isWriting} onClick={() => inspector.send({ type: 'file.save' })}>
          <ExportIcon />
        </ToolButton>
        <ToolButton name="Anexar a um relato…" onClick={() => inspector.send({ type: 'report.begin' })}>
          <ReportIcon />
        </ToolButton>
        {isDescribing && <ReportDialog />}
        <ToolButton name="Abrir gravação" isBusy={isReading} onClick={() => input.current?.click()}>
          <OpenFileIcon />
        </ToolButton>
        <input
          ref={input}
          type="file"
          accept=".json,.gz,application/json,application/gzip"
          hidden
          aria-label="Arquivo da gravação"
          onChange={pick}
        />
        {fileName !== null && (
          <button type="button" className="btn btn-primary" onClick={() => inspector.send({ type: 'file.close' })}>
            Fechar gravação
          </button>
        )}
        {hosted !== null && fileName === null && <HostedSwitch hosted={hosted} />}
      </div>
      {hosted !== null && fileName === null && <HostedNotes hosted={hosted} />}
      <p role="status">
        {fileName !== null ? (
          <>
            Gravação <bdi>{fileName}</bdi>: nada nela está vivo.
          </>
        ) : (
          isWritten &&
          'Arquivo salvo, sem senhas e tokens. Uma gravação exportada inteira, ou um relato com nomes, tem dados de pessoas: guarde com cuidado.'
        )}
      </p>
      <Problem text={problem} />
    </>
  )
}

function HostedSwitch({ hosted }: { hosted: InspectorPart<'hosted'> }) {
  const isAsking = useSelector(hosted, (snapshot) => snapshot.hasTag('asking'))
  const isAttached = useSelector(hosted, (snapshot) => snapshot.hasTag('attached'))
  return (
    <>
      <ToolButton
        name={isAttached ? 'Desligar inspetor da Stately' : 'Inspetor da Stately…'}
        onClick={() => hosted.send({ type: isAttached ? 'hosted.detach' : 'hosted.want' })}
      >
        <OutsideIcon />
      </ToolButton>
      {isAsking && <HostedDialog hosted={hosted} />}
    </>
  )
}

function HostedNotes({ hosted }: { hosted: InspectorPart<'hosted'> }) {
  const isAttached = useSelector(hosted, (snapshot) => snapshot.hasTag('attached'))
  const isConnected = useSelector(hosted, (snapshot) => snapshot.hasTag('connected'))
  const problem = useSelector(hosted, ({ context }) => context.problem)
  return (
    <>
      <p role="status">
        {isAttached && (isConnected ? 'A Stately recebe o que acontece aqui.' : 'Aguardando a janela da Stately…')}
      </p>
      <Problem text={problem} />
    </>
  )
}

function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p role="alert" className="text-bad">
      {text}
    </p>
  )
}
