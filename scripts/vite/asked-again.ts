import type { Plugin } from 'vite'

const given = /return baseModule\(\)\.catch\(handlePreloadError\)/

/**
 * A browser that follows the specification to the letter (Chromium 150) never fetches a module again that it could not fetch once: to it a
 * later import of the same address has failed already. What does not come is asked for at an address of its own, by what Vite has every
 * late import go through; all who ask for it again get the same one. Nothing is preloaded as a module: that would fail for good as well.
 */
export function askedAgain(): Plugin {
  return {
    name: 'guarita:asked-again',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!given.test(code)) throw new Error('late imports are not what they were')
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
