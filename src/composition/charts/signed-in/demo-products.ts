import { demoProductsMachine } from '../../../machines/demo-products/demo-products.machine.ts'

/** The demonstration uses no service. */
export function demoProducts() {
  return demoProductsMachine
}
