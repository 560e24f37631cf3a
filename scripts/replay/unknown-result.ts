let isAsked = false

/** Returns a stand-in for a result that the recording does not have: of a function, or of another actor. */
export function unknownResult<Result>(standIn: Result): Result {
  isAsked = true
  return standIn
}

/** Runs code, and returns whether its result depends on one that the recording does not have. */
export function watched<Result>(run: () => Result): { result: Result; isUnknown: boolean } {
  isAsked = false
  const result = run()
  return { result, isUnknown: isAsked }
}
