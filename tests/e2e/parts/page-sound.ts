import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Number of tones that this page has started. */
    tones: number
  }
}

/** Counts every tone from the next load of the page on. Read the count with `tones`. */
export function countTones(place: Page | BrowserContext) {
  return place.addInitScript(() => {
    window.tones = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      window.tones += 1
      return start.apply(this, args)
    }
  })
}

export const tones = (page: Page) => page.evaluate(() => window.tones)

/** Blocks sound until the first click, as browsers do. */
export function holdSoundBack(page: Page) {
  return page.addInitScript(() => {
    let isAllowed = false
    addEventListener('pointerdown', () => {
      isAllowed = true
    })
    const resume = AudioContext.prototype.resume
    AudioContext.prototype.resume = function () {
      return isAllowed ? resume.call(this) : new Promise(() => {})
    }
    const state = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state')?.get
    Object.defineProperty(BaseAudioContext.prototype, 'state', {
      get() {
        return isAllowed ? state?.call(this) : 'suspended'
      },
    })
  })
}
