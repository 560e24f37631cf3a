import type { ActorLogic, AnyEventObject } from 'xstate'
import { unknownResult } from './unknown-result.ts'

/** What a chart may ask about another actor; the recording has no answers. */
class UnknownSnapshot {
  readonly output = undefined
  readonly error = undefined
  readonly status: 'active' | 'stopped'

  constructor(status: 'active' | 'stopped') {
    this.status = status
  }

  get value(): string {
    return unknownResult('')
  }

  get context(): object {
    return unknownResult({})
  }

  hasTag(): boolean {
    return unknownResult(false)
  }

  matches(): boolean {
    return unknownResult(false)
  }

  can(): boolean {
    return unknownResult(false)
  }
}

const running = new UnknownSnapshot('active')

/** Logic of each service and child: does nothing, because the recording has the results. */
export const standInLogic: ActorLogic<UnknownSnapshot, AnyEventObject, unknown> = {
  getInitialSnapshot: () => running,
  transition: (snapshot, { type }) => (type === 'xstate.stop' ? new UnknownSnapshot('stopped') : snapshot),
  getPersistedSnapshot: (snapshot) => snapshot,
  restoreSnapshot: () => running,
}

/** An actor that a stored context names: takes events and does nothing. */
export const standInRef = {
  id: 'recorded',
  sessionId: 'recorded',
  getSnapshot: () => running,
  subscribe: () => ({ unsubscribe: () => {} }),
  send: () => {},
  /** The method by which XState delivers events. */
  _send: () => {},
}
