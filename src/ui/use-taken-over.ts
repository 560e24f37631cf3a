import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page that the build drew is being taken over: until then a view must draw what stands there. */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
