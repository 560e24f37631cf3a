import { fromCallback, fromPromise } from 'xstate'
import { parseColour } from '../../../../contract/theme/colour.ts'
import { type ThemeEvent, themeMachine } from '../../../machines/theme/theme.machine.ts'
import { watchScrolledBeyond } from '../../../services/page/page-frame.ts'
import { paintColours, systemScheme, turn, watchSystemScheme, wearClasses } from '../../../services/theme/theme-page.ts'
import { readPreferences, storeChoice, storeColours, watchPreferences } from '../../../services/theme/theme-storage.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** THM-6 */
const stickyBeyondPx = 30

/** Provides the theme of the page `root`: classes, variables and stylesheet, and the stored preferences. */
export function theme({ log, localData }: Neighbours, root: HTMLElement) {
  const read = () => readPreferences(localData, systemScheme())
  return themeMachine.provide({
    actors: {
      readPreferences: fromPromise(async () => read()),
      systemScheme: fromCallback(({ sendBack }) =>
        watchSystemScheme((scheme) => sendBack({ type: `system.${scheme}` } satisfies ThemeEvent)),
      ),
      pageScroll: fromCallback(({ sendBack }) =>
        watchScrolledBeyond(stickyBeyondPx, (isBeyond) =>
          sendBack({ type: 'horizontalmenusticky', isBeyond } satisfies ThemeEvent),
        ),
      ),
      otherTabs: fromCallback(({ sendBack }) =>
        watchPreferences(() => sendBack({ type: 'theme.changedElsewhere' } satisfies ThemeEvent)),
      ),
      turn: fromPromise(({ input: { direction }, signal }) => turn(root, direction, signal)),
    },
    actions: {
      wear: (_, worn) => {
        wearClasses(root, worn)
        storeChoice(localData, worn, read())
      },
      paint: ({ context: { primary, background } }, { mode }) => {
        paintColours(root, mode, { primary, background })
        storeColours(localData, mode, { primary, background })
      },
      clearLocalStorage: () => localData.clearLocalStorage(),
      logFailure: logTo(log),
    },
    guards: { isColour: (_, { color }) => parseColour(color) !== null },
  })
}
