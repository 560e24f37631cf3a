import { useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { Link } from 'wouter'
import { useUntoldPushes } from '../notification-hooks.ts'

/** PUSH-2 */
const shownMs = 5_000

interface PushToastProps {
  title: string
  body: string
  /** The page of the panel that it is about. */
  path: string
}

/** Tells each push in a toast of its own (PUSH-2); where it may be dragged is the container's to say. */
export function usePushToasts(): void {
  const { untold, tell } = useUntoldPushes()
  useEffect(() => {
    for (const { id, title, body, path } of untold) {
      toast(<PushToast title={title} body={body} path={path} />, {
        toastId: `push ${id}`,
        autoClose: shownMs,
        pauseOnHover: true,
        pauseOnFocusLoss: true,
        draggable: true,
      })
      tell(id)
    }
  }, [untold, tell])
}

function PushToast({ title, body, path }: PushToastProps) {
  return (
    <div className="push-toast">
      <p>
        <strong>{title === '' ? 'Novo aviso' : title}</strong>
      </p>
      {body !== '' && <p>{body}</p>}
      <Link href={path}>Ver no painel</Link>
    </div>
  )
}
