import type { Plugin } from 'vite'

/**
 * What React looks for and no browser of ours has: Node's globals, and the tools of React's developers, whose place INS takes. Without the ways
 * that would lead there the sign-in page is 480 B lighter.
 */
export function browserOnly(): Plugin {
  const absent = ['__REACT_DEVTOOLS_GLOBAL_HOOK__', 'process', 'setImmediate']
  return {
    name: 'guarita:browser-only',
    apply: 'build',
    config: () => ({ define: Object.fromEntries(absent.map((name) => [name, 'undefined'])) }),
  }
}
