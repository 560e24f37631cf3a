import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Titles of the pages that are no work, which grow with the window, and the texts of drawings, whose unit is the drawing's. */
const besideTheScale = /^(clamp\(.*\)|\d+px)$/
const sizes = /^(var\(--text-(xs|sm|md|lg|xl)\)|inherit)$/
const weights = /^(400|var\(--strong\)|inherit)$/

/** What a font file holds is no use of it. */
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

test('there are five sizes and two weights of type', () => {
  const others = declarations.filter(({ what, value }) =>
    what === 'size' ? !sizes.test(value) && !besideTheScale.test(value) : !weights.test(value),
  )
  expect(others).toEqual([])
  expect(declarations.length).toBeGreaterThan(50)
})

test('what stands beside the scale is in the drawings and the pages for everybody', () => {
  const beside = declarations.filter(({ what, value }) => what === 'size' && besideTheScale.test(value))
  const rooms = new Set(beside.map(({ file }) => file.split('/').slice(2, -1).join('/')))
  expect([...rooms].sort()).toEqual(['devices/circuit', 'inspector/chart', 'landing', 'layout', 'wall'])
})
