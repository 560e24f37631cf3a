import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../parts/panel-test.ts'

const backgroundsDir = join(import.meta.dirname, '../../../public/backgrounds')

/** Highest luminance at which white text keeps a contrast of 9.5:1. */
const highestLuminance = 0.06
const highestBytes = 6_000

const pictures = [
  ...['bg-img1', 'bg-img2', 'bg-img3', 'bg-img4'].map((name) => ({ name, sizes: ['320x200', '1600x1000'] })),
  ...['menu-img1', 'menu-img2', 'menu-img3', 'menu-img4', 'menu-img5'].map((name) => ({
    name,
    sizes: ['100x300', '300x900'],
  })),
]

/**
 * Draws a picture of the panel's host; resolves with the highest relative luminance of its pixels and whether it is
 * opaque.
 */
async function paint(page: Page, path: string, size: string): Promise<{ luminance: number; isOpaque: boolean }> {
  return page.evaluate(
    async ({ path, size }) => {
      const [width = 0, height = 0] = size.split('x').map(Number)
      const image = new Image(width, height)
      image.src = path
      await image.decode()
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.drawImage(image, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      const linear = Array.from({ length: 256 }, (_, value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      const light = (at: number) => linear[data[at] ?? 255] ?? 1
      let luminance = 0
      let isOpaque = true
      for (let at = 0; at < data.length; at += 4) {
        luminance = Math.max(luminance, 0.2126 * light(at) + 0.7152 * light(at + 1) + 0.0722 * light(at + 2))
        isOpaque &&= data[at + 3] === 255
      }
      return { luminance, isOpaque }
    },
    { path, size },
  )
}

for (const { name, sizes } of pictures)
  test(`${name} is small, and dark enough for white text everywhere`, { tag: '@all' }, async ({ page, backend }) => {
    expect((await stat(join(backgroundsDir, `${name}.svg`))).size).toBeLessThanOrEqual(highestBytes)
    await page.goto(`${backend.url}/login`)
    for (const size of sizes) {
      const { luminance, isOpaque } = await paint(page, `/backgrounds/${name}.svg`, size)
      expect(isOpaque, size).toBe(true)
      expect(luminance, size).toBeLessThanOrEqual(highestLuminance)
    }
  })
