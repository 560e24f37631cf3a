import { useEffect, useState } from 'react'
import { BusyButton } from '../../parts/busy-button.tsx'
import { unreachableText, useServedLoad } from '../../parts/loading/served-load.ts'

/** LIVE-9, for a page inside the panel. */
const slowAfterMs = 20_000

export function PageLoading() {
  const [isSlow, setIsSlow] = useState(false)
  const [state, load] = useServedLoad()
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return <p className="page-loading">Carregando a página…</p>
  return (
    <div className="page-loading">
      <p role="status">{state === 'away' ? unreachableText : 'Uma parte desta página ainda não chegou.'}</p>
      <BusyButton isBusy={state === 'asking'} className="btn btn-quiet" onClick={() => load(() => location.reload())}>
        Recarregar a página
      </BusyButton>
    </div>
  )
}
