import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * For what follows another element, or by its number among its siblings, a rule names what it means: where it means any element, a
 * browser reckons the style of all around one that comes or goes, 440 of a page's 490 when the bell was opened (issue 15).
 */
const ofAnyElement = /[+~] *(\*|:)|(^|[ >(]):(nth|not\(:nth)/

const selectors = globSync('src/**/*.css').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<=^|[{};/])([^{};@/]+)\{/g)].map(
    ([, selector = '']) => `${file}: ${selector.trim()}`,
  ),
)

test('no rule is for whatever follows an element, or has a number among its siblings', () => {
  expect(selectors.filter((selector) => ofAnyElement.test(selector))).toEqual([])
  expect(selectors.length).toBeGreaterThan(500)
})

test.each(['legend + *', '.place > :nth-child(2)', '.a ~ :not(.b)', '.place > :not(:nth-child(2))'])(
  '%s would be one',
  (selector) => expect(selector).toMatch(ofAnyElement),
)
