import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { useDeviceForm } from '../device-form/device-draft-hooks.ts'
import type { LeftForm } from '../parts/forms/leave-question.tsx'
import { usePersonForm } from '../people/person-draft-hooks.ts'
import { useCondominiumForm } from './draft-hooks.ts'

/**
 * Asks before a link or a closing tab discards unsaved changes (CON-4, ACC-2, DEV-6). The Back button asks for the
 * forms of a person or a device only: the draft of a condominium is kept after its page closes.
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
      // Stops the router first. If the person agrees to leave, `to` is the next address.
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

/** A form that the person left with Back keeps its draft and does not block navigation. */
function isInTheWay(form: LeftForm | undefined): boolean {
  const snapshot = form?.getSnapshot()
  return snapshot?.hasTag('changed') && !snapshot.hasTag('away')
}
