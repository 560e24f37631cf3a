import type { Plugin } from 'vite'
import { arrivalNotice } from './arrival-notice.ts'
import { headScript } from './head-script.ts'

/** The script that says so when the panel does not arrive: the first of all, and nothing waits for it (LIVE-9). */
export function arrivalWatch(): Plugin {
  return headScript('src/arrival-watch.ts', 'arrival-watch', { async: true, 'data-notice': arrivalNotice })
}
