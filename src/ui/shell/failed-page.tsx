import { useEffect } from 'react'
import { ErrorPage } from '../error/error-page.tsx'
import { isLateCode } from '../error/late-code.ts'
import { useFlow } from '../panel-context.tsx'

/** The error page within the layout; while it stands for a page whose code did not come, that is asked for again (LIVE-8). */
export function FailedPage({ error }: { error: unknown }) {
  const shell = useFlow('shell')
  const isLate = isLateCode(error)
  useEffect(() => {
    if (!isLate) return
    shell.send({ type: 'code.missed' })
    return () => shell.send({ type: 'code.forgone' })
  }, [isLate, shell])
  return <ErrorPage error={error} isInLayout />
}
