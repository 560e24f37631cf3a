import { type ReactNode, useCallback, useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { usePersonForm, useUnsavedPerson } from '../people/person-draft-hooks.ts'
import { useCondominiumForm, useUnsavedChanges } from './draft-hooks.ts'

/** Asks before a link leads away from what is unsaved, and before the tab closes; Back can't be held (CON-4, ACC-2). */
export function LeavingGuard({ children }: { children: ReactNode }) {
  const form = useCondominiumForm()
  const person = usePersonForm()
  const isCondominiumUnsaved = useUnsavedChanges()
  const isUnsaved = useUnsavedPerson() || isCondominiumUnsaved
  useEffect(() => {
    if (!isUnsaved) return
    const listening = new AbortController()
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: listening.signal })
    return () => listening.abort()
  }, [isUnsaved])
  const aroundNav = useCallback<AroundNavHandler>(
    (navigate, to, options) => {
      const snapshot = form?.getSnapshot()
      if (snapshot?.hasTag('changed') && !snapshot.hasTag('away')) form?.send({ type: 'form.leave', to: `${to}` })
      else if (person?.getSnapshot().hasTag('changed')) person.send({ type: 'form.leave', to: `${to}` })
      else navigate(to, options)
    },
    [form, person],
  )
  return <Router aroundNav={aroundNav}>{children}</Router>
}
