import { AlertIcon } from './icons/alert-icon.tsx'

/** Shows which part failed to load, with a button to retry (BOOT-3). */
export function FailureNotice({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="failure-notice">
      <AlertIcon />
      <p role="alert">{text}</p>
      <button type="button" className="btn btn-sm btn-quiet" onClick={onRetry}>
        Tentar novamente
      </button>
    </div>
  )
}
