import { useDeferredValue } from 'react'

/** What is asked for, once the browser has painted that it was: drawing it holds up neither a key nor a click. It is gone at once. */
export function useDrawn<Asked>(asked: Asked): Asked {
  const later = useDeferredValue(asked)
  return asked ? later : asked
}
