import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Sizes outside the scale: page titles that grow with the window, and texts of drawings in the unit of the drawing. */
const besideTheScale = /^(clamp\(.*\)|\d+px)$/
const sizes = /^(var\(--text-(xs|sm|md|lg|xl)\)|inherit)$/
const weights = /^(400|var\(--strong\)|inherit)$/

/** Removes @font-face rules: they describe a font file and do not use a size. */
const withoutFaces = (css: string) => css.replace(/@font-face \{[^}]*\}/g, '')
const declarations = globSync('src/ui/**/*.css').flatMap((file) =>
  [...withoutFaces(readFileSync(file, 'utf8')).matchAll(/font-(size|weight): ([^;]+);/g)].map(
    ([, what, value = '']) => ({
      file,
      what,
      value,
    }),
  ),
)

test('the styles use five font sizes and two font weights', () => {
  const others = declarations.filter(({ what, value }) =>
    what === 'size' ? !sizes.test(value) && !besideTheScale.test(value) : !weights.test(value),
  )
  expect(others).toEqual([])
  expect(declarations.length).toBeGreaterThan(50)
})

test('only drawings, the wall view and the pages before the sign-in use sizes outside the scale', () => {
  const beside = declarations.filter(({ what, value }) => what === 'size' && besideTheScale.test(value))
  const folders = new Set(beside.map(({ file }) => file.split('/').slice(2, -1).join('/')))
  expect([...folders].sort()).toEqual(['devices/circuit', 'inspector/chart', 'landing', 'layout', 'wall'])
})
