import { assign, setup } from 'xstate'
import { type DemoProduct, demoProductList } from './demo-product-list.ts'

interface DemoProductsContext {
  /** Those that are shown. */
  products: readonly DemoProduct[]
}

export type DemoProductsEvent =
  /** Both carry the id of a product (spec §4). */
  { type: 'ADD_TO_CART'; payload: number } | { type: 'PRODUCT'; payload: number } | { type: 'demo.showAll' }

/** The template's demo shop: all products, or the one that was picked; there is no cart (SHELL-6). */
export const demoProductsMachine = setup({
  types: {} as { context: DemoProductsContext; events: DemoProductsEvent },
  actions: {
    keepOne: assign((_, { payload }: { payload: number }) => ({
      products: demoProductList.filter(({ id }) => id === payload),
    })),
    keepAll: assign({ products: demoProductList }),
  },
}).createMachine({
  id: 'demoProducts',
  meta: { requirements: ['SHELL-6'] },
  context: { products: demoProductList },
  on: {
    ADD_TO_CART: { target: '.one', actions: { type: 'keepOne', params: ({ event }) => event } },
    PRODUCT: { target: '.one', actions: { type: 'keepOne', params: ({ event }) => event } },
    'demo.showAll': { target: '.all', actions: 'keepAll' },
  },
  initial: 'all',
  states: {
    all: {},
    one: { description: 'The product of the id that was asked for, or none where no product has it.' },
  },
})
