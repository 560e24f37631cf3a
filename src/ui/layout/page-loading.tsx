import { useEffect, useState } from 'react'

/** LIVE-9, for the page within the panel. */
const slowAfterMs = 20_000

/** Stands where a page comes whose code is still on the way. */
export function PageLoading() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return <p className="page-loading">Carregando a página…</p>
  return (
    <div className="page-loading">
      <p role="status">Uma parte desta página ainda não chegou.</p>
      <button type="button" className="btn btn-quiet" onClick={() => location.reload()}>
        Recarregar a página
      </button>
    </div>
  )
}
