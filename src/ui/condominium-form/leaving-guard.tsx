import { type ReactNode, useCallback, useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { useDeviceForm, useUnsavedDevice } from '../device-form/device-draft-hooks.ts'
import { usePersonForm, useUnsavedPerson } from '../people/person-draft-hooks.ts'
import { useCondominiumForm, useUnsavedChanges } from './draft-hooks.ts'

/**
 * Asks before a link leads away from what is unsaved, and before the tab closes (CON-4, ACC-2, DEV-6). So does Back from the form of a
 * person or a device, which is kept nowhere else; that of a condominium outlives its page.
 */
export function LeavingGuard({ children }: { children: ReactNode }) {
  const condominium = useCondominiumForm()
  const person = usePersonForm()
  const device = useDeviceForm()
  const isCondominiumUnsaved = useUnsavedChanges()
  const isPersonUnsaved = useUnsavedPerson()
  const isDeviceUnsaved = useUnsavedDevice()
  const isUnsaved = isPersonUnsaved || isDeviceUnsaved || isCondominiumUnsaved
  useEffect(() => {
    if (!isUnsaved) return
    const listening = new AbortController()
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: listening.signal })
    return () => listening.abort()
  }, [isUnsaved])
  const held = isPersonUnsaved ? person : isDeviceUnsaved ? device : undefined
  useEffect(() => {
    if (held === undefined) return
    const here = location.href
    const listening = new AbortController()
    const hold = (event: PopStateEvent) => {
      // Before the router hears of it; where it led to is where whoever leaves goes.
      event.stopImmediatePropagation()
      const to = location.pathname + location.search
      history.pushState(null, '', here)
      held.send({ type: 'form.leave', to })
    }
    addEventListener('popstate', hold, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [held])
  const aroundNav = useCallback<AroundNavHandler>(
    (navigate, to, options) => {
      const draft = condominium?.getSnapshot()
      if (draft?.hasTag('changed') && !draft.hasTag('away')) condominium?.send({ type: 'form.leave', to: `${to}` })
      else if (person?.getSnapshot().hasTag('changed')) person.send({ type: 'form.leave', to: `${to}` })
      else if (device?.getSnapshot().hasTag('changed')) device.send({ type: 'form.leave', to: `${to}` })
      else navigate(to, options)
    },
    [condominium, person, device],
  )
  return <Router aroundNav={aroundNav}>{children}</Router>
}
