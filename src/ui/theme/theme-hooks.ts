import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { ThemeEvent, themeMachine } from '../../machines/theme/theme.machine.ts'
import { useFlow } from '../panel-context.tsx'

type ThemeSnapshot = SnapshotFrom<typeof themeMachine>
type Worn = Extract<ThemeSnapshot['value'], object>['worn']
/** The groups whose choices a person sees. */
export type LookGroup = keyof Worn

/** What is chosen in a group (THM-1); null for the moment in which the stored choices are read. */
export function useLook<Group extends LookGroup>(group: Group): Worn[Group] | null {
  return useSelector(useFlow('theme'), (theme) =>
    theme === undefined || typeof theme.value === 'string' ? null : theme.value.worn[group],
  )
}

/** How dense the person wants long lists to be. */
export function useDensity(): 'comfortable' | 'compact' {
  return useLook('density') === 'compact' ? 'compact' : 'comfortable'
}

/** Whether the menu lies on top of the page. */
export function useIsHorizontal(): boolean {
  const layout = useLook('layout')
  return layout === 'horizontalClick' || layout === 'horizontalHover'
}

/** Whether the page is dark by choice or by the system's wish. */
export function useIsDark(): boolean {
  const mode = useLook('mode')
  return mode !== 'light' && mode !== 'systemLight' && mode !== null
}

/** The colour that was picked as `primary` or `background`, or null. */
export function usePickedColour(which: 'primary' | 'background'): string | null {
  return useSelector(useFlow('theme'), (theme) => theme?.context[which] ?? null)
}

/** Sends a choice. */
export function useChoose(): (event: ThemeEvent) => void {
  const theme = useFlow('theme')
  return (event) => theme?.send(event)
}
