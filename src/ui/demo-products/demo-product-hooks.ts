import { useSelector } from '@xstate/react'
import type { DemoProduct } from '../../machines/demo-products/demo-product-list.ts'
import { useFlow } from '../panel-context.tsx'

const none: readonly DemoProduct[] = []

/** The products of the demo shop that are shown (SHELL-6). */
export function useDemoProducts(): readonly DemoProduct[] {
  return useSelector(useFlow('demoProducts'), (shop) => shop?.context.products ?? none)
}

/** Whether only the product that was picked is shown. */
export function useDemoFiltered(): boolean {
  return useSelector(useFlow('demoProducts'), (shop) => shop?.matches('one') ?? false)
}
