import type { Plugin } from 'vite'
import { headScript } from './head-script.ts'

/** The script for what must be before the first paint: classic, because a module would run after it (THM-3). */
export function pageBoot(): Plugin {
  return headScript('src/page-boot.ts', 'page-boot')
}
