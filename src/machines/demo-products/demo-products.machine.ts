import { assign, setup } from 'xstate'

interface DemoProductsContext {
  /** Id of the picked product; null for all products. */
  pickedId: number | null
}

export type DemoProductsEvent =
  /** `payload` of both: the id of a product (spec §4). */
  { type: 'ADD_TO_CART'; payload: number } | { type: 'PRODUCT'; payload: number } | { type: 'demo.showAll' }

/** The template's demo shop: all products, or a picked one; there is no cart (SHELL-6). */
export const demoProductsMachine = setup({
  types: {} as { context: DemoProductsContext; events: DemoProductsEvent },
  actions: {
    keepOne: assign((_, { payload }: { payload: number }) => ({ pickedId: payload })),
    keepAll: assign({ pickedId: null }),
  },
}).createMachine({
  id: 'demoProducts',
  meta: { requirements: ['SHELL-6'] },
  context: { pickedId: null },
  on: {
    ADD_TO_CART: { target: '.one', actions: { type: 'keepOne', params: ({ event }) => event } },
    PRODUCT: { target: '.one', actions: { type: 'keepOne', params: ({ event }) => event } },
    'demo.showAll': { target: '.all', actions: 'keepAll' },
  },
  initial: 'all',
  states: {
    all: {},
    one: { description: 'Shows the product with the requested id; empty if no product has it.' },
  },
})
