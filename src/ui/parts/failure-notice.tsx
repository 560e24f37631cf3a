import { useFocusHandedOn } from './handed-on-focus.ts'
import { AlertIcon } from './icons/alert-icon.tsx'

/** Shows which part or action failed (BOOT-3), with a button if the person can retry here. */
export function FailureNotice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const notice = useFocusHandedOn<HTMLDivElement>()
  return (
    <div ref={notice} className="failure-notice">
      <AlertIcon />
      <p role="alert">{text}</p>
      {onRetry !== undefined && (
        <button type="button" className="btn btn-sm btn-quiet" onClick={onRetry}>
          Tentar novamente
        </button>
      )}
    </div>
  )
}
