import { useSelector } from '@xstate/react'
import { userAgentText } from '../../../contract/evidence/user-agent-text.ts'
import { linkedSeq } from '../../machines/inspector/inspector-moment.ts'
import { useInspector, useRecording } from './inspector-hooks.ts'
import { dayAndClockText } from './time-text.ts'

/** Explains an opened link or file: its note, its build, and the linked parts that this panel does not have (INS-1). */
export function LinkNote() {
  const inspector = useInspector()
  const { recording } = useRecording()
  const wantedName = useSelector(inspector, ({ context }) => context.wantedName)
  const link = useSelector(inspector, ({ context }) => context.link)
  const origin = useSelector(inspector, ({ context }) => context.origin)
  const missing = link !== null && link.event !== null && linkedSeq(recording, link) === null
  return (
    <div className="link-note" role="status">
      {wantedName !== null && (
        <p>
          O ator <bdi>{wantedName}</bdi> não vive agora e não está nesta gravação. Ele aparece aqui assim que começar.
        </p>
      )}
      {link !== null && (
        <>
          <Facts {...link} />
          {missing && (
            <p>
              O momento do link{link.at !== null && `, ${dayAndClockText(link.at)},`} não está nesta gravação. Abra o
              arquivo do relato para vê-lo.
            </p>
          )}
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => inspector.send({ type: 'link.close' })}>
            Fechar aviso
          </button>
        </>
      )}
      {origin !== null && <Facts note={origin.note} build={origin.panelVersion} browser={origin.browser} />}
    </div>
  )
}

function Facts({ note, build, browser }: { note: string; build: string; browser: string }) {
  return (
    <>
      {note !== '' && <p className="text-anywhere">{note}</p>}
      <p className="text-soft text-sm">
        {[build !== '' && `Versão ${build}`, browser !== '' && userAgentText(browser)].filter(Boolean).join(' · ')}
      </p>
      {build !== '' && build !== __PANEL_VERSION__ && <p>Este painel é da versão {__PANEL_VERSION__}.</p>}
    </>
  )
}
