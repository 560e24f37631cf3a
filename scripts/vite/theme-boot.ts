import type { Plugin } from 'vite'
import { headScript } from './head-script.ts'

/** The script that dresses the page before its first paint: classic, because a module would run after it (THM-3). */
export function themeBoot(): Plugin {
  return headScript('src/theme-boot.ts', 'theme-boot')
}
