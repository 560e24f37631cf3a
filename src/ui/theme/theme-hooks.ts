import type { SnapshotFrom } from 'xstate'
import { paletteOf } from '../../../contract/theme/theme-palette.ts'
import type { themeMachine } from '../../machines/theme/theme.machine.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'

type ThemeSnapshot = SnapshotFrom<typeof themeMachine>
type Worn = Extract<ThemeSnapshot['value'], object>['worn']
/** Groups of choices that have a visible effect. */
export type ThemeGroup = keyof Worn

/** Current choice of a group (THM-1); null while the stored choices are read. */
export function useThemeSettings<Group extends ThemeGroup>(group: Group): Worn[Group] | null {
  return useFlowState('theme', (theme) =>
    theme === undefined || typeof theme.value === 'string' ? null : theme.value.worn[group],
  )
}

/** Density of long lists. */
export function useDensity(): 'comfortable' | 'compact' {
  return useThemeSettings('density') === 'compact' ? 'compact' : 'comfortable'
}

/** Whether the menu is above the page. */
export function useIsHorizontal(): boolean {
  const layout = useThemeSettings('layout')
  return layout === 'horizontalClick' || layout === 'horizontalHover'
}

/** Chosen colour for `primary` or `background`, or null. */
export function usePickedColour(which: 'primary' | 'background'): string | null {
  return useFlowState('theme', (theme) => theme.context[which])
}

/** Returns a function that switches between light and dark in every mode. */
export function useToggleScheme(): () => void {
  const theme = useFlow('theme')
  return () => {
    const snapshot = theme.getSnapshot()
    if (snapshot === undefined || typeof snapshot.value === 'string' || snapshot.value.worn.mode === 'restored') return
    const { scheme } = paletteOf(snapshot.value.worn.mode, snapshot.context)
    theme.send({ type: scheme === 'dark' ? 'LightTheme' : 'DarkTheme' })
  }
}
