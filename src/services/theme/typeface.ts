import { isDataSaved, runWhenIdle } from '../page/idle-time.ts'
import type { LocalData } from '../storage/local-data.ts'

const key = 'typeface'
const name = 'Inter'
/** After the pages that are fetched ahead have begun (LIVE-8). */
const fetchedAfterMs = 20_000

interface Parts {
  localData: Pick<LocalData, 'read' | 'write'>
  fonts: Pick<FontFaceSet, 'load'>
  /** Calls the task back when there is nothing else to do. */
  later?: (task: () => Promise<unknown>) => void
}

/**
 * The bundled typeface, which no first visit pays for: it is fetched when there is nothing else to do, and worn from the next load
 * on, so that no text on screen changes its shape.
 */
export function wearTypeface(root: Element, { localData, fonts, later = whenIdle }: Parts): void {
  if (localData.read(key) === name) root.classList.add('typeface')
  else
    later(async () => {
      const faces = await fonts.load(`1em ${name}`)
      if (faces.length > 0) localData.write(key, name)
    })
}

function whenIdle(task: () => Promise<unknown>): void {
  if (!isDataSaved()) runWhenIdle([task], { afterMs: fetchedAfterMs })
}
