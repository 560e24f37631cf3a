import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ShellEvent } from '../../machines/shell/shell.machine.ts'
import { useFlow } from '../panel-context.tsx'

/** Whether the menu drawer is open. */
export function useDrawerOpen(): boolean {
  return useSelector(useFlow('shell'), (shell) => shell?.matches({ drawer: 'open' }) ?? false)
}

/** The submenu that is open, or ''. */
export function useSubmenu(): string {
  return useSelector(useFlow('shell'), (shell) =>
    shell === undefined || shell.matches({ submenu: 'closed' }) ? '' : shell.context.submenu,
  )
}

/** Whether the bell shows its notifications. */
export function useBellOpen(): boolean {
  return useSelector(useFlow('shell'), (shell) => shell?.matches({ bell: 'open' }) ?? false)
}

const writing = 'input, textarea, select, [contenteditable]'

/** Whether the help is open; ? opens it wherever nobody writes. */
export function useHelp(): boolean {
  const shell = useFlow('shell')
  useEffect(() => {
    const listening = new AbortController()
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isWriting = target instanceof Element && target.closest(writing) !== null
      if (key === '?' && !isWriting && !ctrlKey && !metaKey && !altKey) shell?.send({ type: 'help.show' })
    }
    addEventListener('keydown', press, { signal: listening.signal })
    return () => listening.abort()
  }, [shell])
  return useSelector(shell, (snapshot) => snapshot?.matches({ help: 'open' }) ?? false)
}

/** Whether the style switcher is open, and whether it asks about Reset All. */
export function useSwitcher(): 'closed' | 'open' | 'confirming' {
  return useSelector(useFlow('shell'), (shell) => {
    if (!shell?.matches({ switcher: 'open' })) return 'closed'
    return shell.matches({ switcher: { open: 'confirming' } }) ? 'confirming' : 'open'
  })
}

/** Whether the page fills the screen, or can't. */
export function useFullscreen(): 'unsupported' | 'off' | 'on' {
  return useSelector(useFlow('shell'), (shell) => shell?.value.fullscreen ?? 'unsupported')
}

/** Whether requests have run long enough to show it. */
export function useLoaderShown(): boolean {
  return useSelector(useFlow('shell'), (shell) => shell?.matches({ loader: 'shown' }) ?? false)
}

/** Whether the page is scrolled far enough to offer the way back (spec §9). */
export function useFarDown(): boolean {
  return useSelector(useFlow('shell'), (shell) => shell?.matches({ scroll: 'far' }) ?? false)
}

/** How often code that had not come has come after all (LIVE-8). */
export function useCodeReturns(): number {
  return useSelector(useFlow('shell'), (shell) => shell?.context.codeReturns ?? 0)
}

/** Sends an event to the shell. */
export function useShell(): (event: ShellEvent) => void {
  const shell = useFlow('shell')
  return (event) => shell?.send(event)
}
