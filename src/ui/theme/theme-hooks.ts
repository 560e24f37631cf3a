import type { SnapshotFrom } from 'xstate'
import { paletteOf } from '../../../contract/theme/theme-palette.ts'
import type { themeMachine } from '../../machines/theme/theme.machine.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'

type ThemeSnapshot = SnapshotFrom<typeof themeMachine>
type Worn = Extract<ThemeSnapshot['value'], object>['worn']
/** The groups whose choices a person sees. */
export type LookGroup = keyof Worn

/** What is chosen in a group (THM-1); null for the moment in which the stored choices are read. */
export function useLook<Group extends LookGroup>(group: Group): Worn[Group] | null {
  return useFlowState('theme', (theme) =>
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

/** The colour that was picked as `primary` or `background`, or null. */
export function usePickedColour(which: 'primary' | 'background'): string | null {
  return useFlowState('theme', (theme) => theme.context[which])
}

/** Makes a light page dark and a dark one light, whatever it wears. It does not subscribe: the stylesheet tells which it is. */
export function useToggleScheme(): () => void {
  const theme = useFlow('theme')
  return () => {
    const look = theme.getSnapshot()
    if (look === undefined || typeof look.value === 'string' || look.value.worn.mode === 'restored') return
    const { scheme } = paletteOf(look.value.worn.mode, look.context)
    theme.send({ type: scheme === 'dark' ? 'LightTheme' : 'DarkTheme' })
  }
}
