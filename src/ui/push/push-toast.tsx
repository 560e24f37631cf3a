import { useEffect, useRef } from 'react'
import { toast } from 'react-toastify/unstyled'
import { Link } from 'wouter'
import { useFlow, useFlowState } from '../panel-context.tsx'

/** PUSH-2 */
const shownMs = 5_000

interface PushToastProps {
  title: string
  body: string
  /** Address of the page in the panel. */
  path: string
}

/** Shows each push message in its own toast (PUSH-2); dismisses them when the session ends or the user changes. */
export function usePushToasts(): void {
  const flow = useFlow('notifications')
  const unreported = useFlowState('notifications', ({ context }) => context.unreported)
  const toastIds = useRef<string[]>([])
  useEffect(() => {
    for (const { id, title, body, path } of unreported) {
      const toastId = `push ${id}`
      toastIds.current.push(toastId)
      toast(<PushToast title={title} body={body} path={path} />, {
        toastId,
        autoClose: shownMs,
        pauseOnHover: true,
        pauseOnFocusLoss: true,
        draggable: true,
      })
      flow.send({ type: 'push.told', id })
    }
  }, [unreported, flow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new flow means that another person has signed in
  useEffect(
    () => () => {
      for (const toastId of toastIds.current.splice(0)) toast.dismiss(toastId)
    },
    [flow],
  )
}

function PushToast({ title, body, path }: PushToastProps) {
  return (
    <div className="toast-row push-toast d-flex flex-fill flex-wrap align-items-center min-w-0">
      <p>
        <strong>{title === '' ? 'Novo aviso' : title}</strong>
      </p>
      {body !== '' && <p>{body}</p>}
      <Link href={path}>Ver no painel</Link>
    </div>
  )
}
