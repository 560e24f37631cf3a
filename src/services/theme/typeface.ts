import { isDataSaved, runWhenIdle } from '../page/idle-time.ts'
import type { LocalData } from '../storage/local-data.ts'

const key = 'typeface'
const name = 'Inter'
/** After the start of the page prefetch (LIVE-8). */
const fetchedAfterMs = 20_000

interface Parts {
  localData: Pick<LocalData, 'read' | 'write'>
  fonts: Pick<FontFaceSet, 'load'>
  /** Runs the task when the browser is idle. */
  later?: (task: () => Promise<unknown>) => void
}

/**
 * The bundled typeface: fetched when the browser is idle, and applied from the next load on, so that the first visit
 * stays fast and no visible text changes its shape.
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
