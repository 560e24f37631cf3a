import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while React hydrates the prerendered page; until then a view must render the same markup as the build. */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
