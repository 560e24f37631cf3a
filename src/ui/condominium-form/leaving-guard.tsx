import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { useDeviceForm } from '../device-form/device-draft-hooks.ts'
import type { LeftForm } from '../parts/forms/leave-question.tsx'
import { usePersonForm } from '../people/person-draft-hooks.ts'
import { useCondominiumForm } from './draft-hooks.ts'

/**
 * Asks before a link leads away from what is unsaved, and before the tab closes (CON-4, ACC-2, DEV-6). So does Back from the form of a
 * person or a device, which is kept nowhere else; that of a condominium outlives its page.
 */
export function LeavingGuard({ children }: { children: ReactNode }) {
  const condominium = useCondominiumForm()
  const person = usePersonForm()
  const device = useDeviceForm()
  const isCondominiumUnsaved = useUnsaved(condominium)
  const isPersonUnsaved = useUnsaved(person)
  const isDeviceUnsaved = useUnsaved(device)
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
      const forms: (LeftForm | undefined)[] = [condominium, person, device]
      const unsaved = forms.find(isInTheWay)
      if (unsaved === undefined) navigate(to, options)
      else unsaved.send({ type: 'form.leave', to: `${to}` })
    },
    [condominium, person, device],
  )
  return <Router aroundNav={aroundNav}>{children}</Router>
}

function useUnsaved(form: LeftForm | undefined): boolean {
  return useSelector(form, (snapshot): boolean => snapshot?.hasTag('changed') ?? false)
}

/** A form whose page was left by Back waits for its person, and holds nobody. */
function isInTheWay(form: LeftForm | undefined): boolean {
  const snapshot = form?.getSnapshot()
  return snapshot?.hasTag('changed') && !snapshot.hasTag('away')
}
