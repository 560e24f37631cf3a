import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Matches selectors that apply to any element after another one or at a position. With such a rule the browser
 * recalculates the style of all siblings when an element is added or removed: 440 of 490 elements when the bell opened
 * (issue 15).
 */
const ofAnyElement = /[+~] *(\*|:)|(^|[ >(]):(nth|not\(:nth)/

const selectors = globSync('src/**/*.css').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<=^|[{};/])([^{};@/]+)\{/g)].map(
    ([, selector = '']) => `${file}: ${selector.trim()}`,
  ),
)

test('every CSS rule with a sibling combinator or :nth-child names the element that it styles', () => {
  expect(selectors.filter((selector) => ofAnyElement.test(selector))).toEqual([])
  expect(selectors.length).toBeGreaterThan(500)
})

test.each(['legend + *', '.place > :nth-child(2)', '.a ~ :not(.b)', '.place > :not(:nth-child(2))'])(
  '%s counts as a rule for any element',
  (selector) => expect(selector).toMatch(ofAnyElement),
)
