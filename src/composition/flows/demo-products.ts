import type { demoProductsMachine } from '../../machines/demo-products/demo-products.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    demoProducts: typeof demoProductsMachine
  }
}

export const demoProducts: Flow<'demoProducts'> = {
  chart: () => import('../charts/signed-in/demo-products.ts').then((code) => code.demoProducts()),
  pages: [
    page('/demo/products', {
      code: () => import('../../ui/demo-products/demo-products-page.tsx').then((code) => code.DemoProductsPage),
      permission: null,
    }),
  ],
}
