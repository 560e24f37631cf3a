import type { Plugin } from 'vite'

const given = /return baseModule\(\)\.catch\(handlePreloadError\)/

/**
 * Lets the panel retry a lazy module that failed to load. By the specification a failed module stays failed for its address (Chromium 150),
 * so the retry in Vite's preload helper uses a new address, the same for all importers. Modules are not preloaded: a failed preload would
 * be permanent too.
 */
export function askedAgain(): Plugin {
  return {
    name: 'guarita:asked-again',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!given.test(code)) throw new Error('the preload helper of Vite has changed')
        return `const askedAgain = {}\n${code.replace(
          given,
          `return baseModule().catch((error) => {
            const [address] = /https?:\\S+\\.js/.exec(error.message) ?? []
            if (address === undefined) throw error
            askedAgain[address] ??= import(/* @vite-ignore */ address + '?' + Date.now()).catch((error) => {
              delete askedAgain[address]
              throw error
            })
            return askedAgain[address]
          }).catch(handlePreloadError)`,
        )}`
      },
    },
  }
}
