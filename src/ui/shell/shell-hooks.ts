import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { flowHook, useFlow } from '../panel-context.tsx'

export const useDrawerOpen = flowHook('shell', (shell) => shell.matches({ drawer: 'open' }))

const writing = 'input, textarea, select, [contenteditable]'

/** Whether the help is open; '?' opens it unless a text field has the focus. */
export function useHelp(): boolean {
  const shell = useFlow('shell')
  useEffect(() => {
    const listening = new AbortController()
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isWriting = target instanceof Element && target.closest(writing) !== null
      if (key === '?' && !isWriting && !ctrlKey && !metaKey && !altKey) shell.send({ type: 'help.show' })
    }
    addEventListener('keydown', press, { signal: listening.signal })
    return () => listening.abort()
  }, [shell])
  return useSelector(shell, (snapshot) => snapshot.matches({ help: 'open' }))
}

/** Whether the style switcher is open, and whether it asks to confirm Reset All. */
export const useSwitcher = flowHook('shell', (shell) => {
  if (!shell.matches({ switcher: 'open' })) return 'closed'
  return shell.matches({ switcher: { open: 'confirming' } }) ? 'confirming' : 'open'
})
