import { useEffect } from 'react'
import { ErrorPage } from '../error/error-page.tsx'
import { isLateCode } from '../error/late-code.ts'
import { useFlow } from '../panel-context.tsx'

/** Error page in the layout; while the code of a page is missing, it asks the shell to retry (LIVE-8). */
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
