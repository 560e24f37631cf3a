import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** How many tones were begun in this page. */
    tones: number
  }
}

/** Counts every tone that a page begins from its next load on; `tones` tells. */
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

/** Keeps the sound back as a browser does until somebody has clicked. */
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
