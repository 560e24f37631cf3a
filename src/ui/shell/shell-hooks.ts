import { useSelector } from '@xstate/react'
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
