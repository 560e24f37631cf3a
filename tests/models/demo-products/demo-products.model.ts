import { assign, setup } from 'xstate'
import type { ModelContext } from '../parts/path-runner.ts'

export interface DemoProductsModelContext extends ModelContext {
  /** Ids of the products on screen. */
  shown: readonly number[]
}

export type DemoProductsModelEvent =
  | { type: 'product.isPutInCart'; id: number }
  | { type: 'product.isOpened'; id: number }
  | { type: 'all.areWanted' }

const everyId = Array.from({ length: 12 }, (_, index) => index + 1)

const shows = (idsOf: (event: DemoProductsModelEvent) => readonly number[]) =>
  assign<DemoProductsModelContext, DemoProductsModelEvent, undefined, DemoProductsModelEvent, never>({
    shown: ({ event }) => idsOf(event),
  })
const showsOne = shows((event) => everyId.filter((id) => 'id' in event && event.id === id))

/** SHELL-6: both actions filter the list of all products by id; an unknown id leaves an empty list. */
export const demoProductsModel = setup({
  types: {} as { context: DemoProductsModelContext; events: DemoProductsModelEvent },
}).createMachine({
  id: 'demo products model',
  context: { now: 0, did: [], shown: everyId },
  initial: 'all',
  states: {
    all: {
      on: {
        'product.isPutInCart': { target: 'one', actions: showsOne },
        'product.isOpened': { target: 'one', actions: showsOne },
      },
    },
    one: {
      on: {
        'product.isPutInCart': { actions: showsOne },
        'product.isOpened': { actions: showsOne },
        'all.areWanted': { target: 'all', actions: shows(() => everyId) },
      },
    },
  },
})
