export const late = Symbol('late')

/**
 * The result of `call`, or `late` after the timeout in milliseconds. Rejects with the reason of `caller` when that signal
 * aborts.
 */
export async function inTime<Value>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | typeof late> {
  caller?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs)
  try {
    return await call(caller ? AbortSignal.any([caller, limit.signal]) : limit.signal)
  } catch (error) {
    caller?.throwIfAborted()
    if (limit.signal.aborted) return late
    throw error
  } finally {
    clearTimeout(timer)
  }
}
