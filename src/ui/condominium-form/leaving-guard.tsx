import { type ReactNode, useCallback, useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { usePersonForm, useUnsavedPerson } from '../people/person-draft-hooks.ts'
import { useCondominiumForm, useUnsavedChanges } from './draft-hooks.ts'

/**
 * Asks before a link leads away from what is unsaved, and before the tab closes (CON-4, ACC-2). So does Back from the form of a person,
 * which is kept nowhere else; that of a condominium outlives its page.
 */
export function LeavingGuard({ children }: { children: ReactNode }) {
  const form = useCondominiumForm()
  const person = usePersonForm()
  const isCondominiumUnsaved = useUnsavedChanges()
  const isPersonUnsaved = useUnsavedPerson()
  const isUnsaved = isPersonUnsaved || isCondominiumUnsaved
  useEffect(() => {
    if (!isUnsaved) return
    const listening = new AbortController()
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: listening.signal })
    return () => listening.abort()
  }, [isUnsaved])
  useEffect(() => {
    if (!isPersonUnsaved) return
    const here = location.href
    const listening = new AbortController()
    const hold = (event: PopStateEvent) => {
      // Before the router hears of it; where it led to is where whoever leaves goes.
      event.stopImmediatePropagation()
      const to = location.pathname + location.search
      history.pushState(null, '', here)
      person?.send({ type: 'form.leave', to })
    }
    addEventListener('popstate', hold, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [isPersonUnsaved, person])
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
