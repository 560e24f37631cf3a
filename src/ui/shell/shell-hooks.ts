import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { worstFirst } from '../../../contract/incidents/incident-order.ts'
import { incidentAddress, newIncidentAddress } from '../incidents/incident-address.ts'
import { useServerOffers } from '../incidents/incident-hooks.ts'
import { useOffered } from '../layout/page/offered-hooks.ts'
import { flowHook, useFlow } from '../panel-context.tsx'
import { pressKey, usePageKeys } from './page-keys.ts'

export const useDrawerOpen = flowHook('shell', (shell) => shell.matches({ drawer: 'open' }))

/** Whether the help is open; the keys of every page work while this hook is used (DESK-3). */
export function useHelp(): boolean {
  const shell = useFlow('shell')
  const [, navigate] = useLocation()
  const incidents = useFlow('incidents')
  const hasIncidents = useOffered().features.incidents
  const hasReports = useServerOffers('writtenOccurrences')
  const goToUnclaimed = () => {
    const [first] = worstFirst(incidents.getSnapshot().context.incidents.filter(({ life }) => life === 'new'))
    navigate(first === undefined ? '/incidents' : incidentAddress(first.id))
  }
  usePageKeys([
    { key: '?', press: () => shell.send({ type: 'help.show' }) },
    ...(hasIncidents
      ? [
          { key: 'g o', press: () => navigate('/incidents') },
          { key: 'g n', press: goToUnclaimed },
        ]
      : []),
    ...(hasReports ? [{ key: 'r', press: () => navigate(newIncidentAddress) }] : []),
  ])
  useEffect(() => {
    const listening = new AbortController()
    addEventListener('keydown', pressKey, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return useSelector(shell, (snapshot) => snapshot.matches({ help: 'open' }))
}

/** Whether the style switcher is open, and whether it asks to confirm Reset All. */
export const useSwitcher = flowHook('shell', (shell) => {
  if (!shell.matches({ switcher: 'open' })) return 'closed'
  return shell.matches({ switcher: { open: 'confirming' } }) ? 'confirming' : 'open'
})
