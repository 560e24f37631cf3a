import type { AnyActorLogic } from 'xstate'
import { deferred } from '../machines/parts/deferred.ts'
import type { LateCode } from '../ui/parts/loading/late-code.ts'

/** A chart made of code that its page fetches ahead. */
export function lateChart<Code, Chart extends AnyActorLogic>({ loaded }: LateCode<Code>, make: (code: Code) => Chart) {
  let chart: Chart | null = null
  return deferred(() => {
    const code = loaded()
    if (code === null) throw new Error('a chart was started before its code was loaded')
    chart ??= make(code)
    return chart
  })
}
