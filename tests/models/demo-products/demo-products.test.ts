import { expect, test } from 'vitest'
import { demoProductList, shownProducts } from '../../../src/machines/demo-products/demo-product-list.ts'
import { demoProductsMachine } from '../../../src/machines/demo-products/demo-products.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { type DemoProductsModelContext, type DemoProductsModelEvent, demoProductsModel } from './demo-products.model.ts'

const coverage = new Coverage(demoProductsMachine)

function startDemoProducts() {
  return runUnderRecorder(coverage.watch(demoProductsMachine.provide({})), { inspect: coverage.inspect })
}

/** The first id, the last id, and ids that no product has. */
const ids = [1, 12, 0, 13]

testPaths<DemoProductsModelContext, DemoProductsModelEvent, ReturnType<typeof startDemoProducts>>('the demo shop', {
  model: demoProductsModel,
  events: [
    ...ids.map((id) => ({ type: 'product.isPutInCart', id }) as const),
    ...ids.map((id) => ({ type: 'product.isOpened', id }) as const),
    { type: 'all.areWanted' },
  ],
  key: ({ value, context }) => `${nameOf(value)} ${context.shown}`,
  start: startDemoProducts,
  perform: {
    'product.isPutInCart': ({ send }, { id }) => send({ type: 'ADD_TO_CART', payload: id }),
    'product.isOpened': ({ send }, { id }) => send({ type: 'PRODUCT', payload: id }),
    'all.areWanted': ({ send }) => send({ type: 'demo.showAll' }),
  },
  expected: ({ value, context }) => ({ state: value, shown: context.shown }),
  actual: ({ snapshot }) => ({
    state: snapshot().value,
    shown: shownProducts(snapshot().context.pickedId).map(({ id }) => id),
  }),
})

const titles = [
  'vase',
  'chair',
  'shoes',
  'headphones',
  'camera lens',
  'school bag',
  'watch',
  'laptop',
  'hand bag',
  'stool',
  'ear buds',
]

test('the list has the twelve products of the specification (spec §3)', () => {
  expect(demoProductList.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(new Set(demoProductList.map(({ title }) => title))).toEqual(new Set(titles))
  for (const { rating, oldprice, newprice } of demoProductList) {
    expect(rating).toMatch(/^\(\d+\)$/)
    expect([oldprice, newprice].join(' ')).toMatch(/^\d+ \d+$/)
    expect(Number(newprice)).toBeLessThan(Number(oldprice))
  }
})

testCoverage(coverage)
