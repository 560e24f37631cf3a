import { secondsText } from '../../../contract/texts/time-texts.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useLastKnownAt } from './last-known-hooks.ts'
import './last-known-notice.css'

/** Shown above pages that started without contact to the server, with the time of their data (LIVE-1). */
export function LastKnownNotice() {
  const at = useLastKnownAt()
  return (
    <div role="status">
      {at !== null && (
        <div className="last-known-notice">
          <AlertIcon />
          <p>
            <strong>Sem contato com o servidor.</strong> Isto é o que se sabia às {secondsText(at)}. O painel tenta de
            novo sozinho e mostra como está assim que o servidor responder.
          </p>
        </div>
      )}
    </div>
  )
}
