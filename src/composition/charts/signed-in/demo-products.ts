import { demoProductsMachine } from '../../../machines/demo-products/demo-products.machine.ts'

/** The demonstration of the template, which asks no service. */
export function demoProducts() {
  return demoProductsMachine
}
