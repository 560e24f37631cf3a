import type { Plugin } from 'vite'

const given = /return baseModule\(\)\.catch\(handlePreloadError\)/

/**
 * A browser that follows the specification to the letter (Chromium 150) never fetches a module again that it could not fetch once: to it a
 * later import of the same address has failed already. What does not come is asked for at an address of its own, by what Vite has every
 * late import go through. Nothing is preloaded as a module: that would fail for good as well.
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
        return code.replace(
          given,
          `return baseModule().catch((error) => {
            const [address] = /https?:\\S+\\.js/.exec(error.message) ?? []
            if (address === undefined) throw error
            return import(/* @vite-ignore */ address + '?' + Date.now())
          }).catch(handlePreloadError)`,
        )
      },
    },
  }
}
