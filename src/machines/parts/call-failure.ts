/** Why a call came to nothing, for a person. */
export interface CallFailure {
  /** Status of the answer; null where there was none. */
  status: number | null
  message: string
}

/** What a service threw, as the view tells it; a service's own error carries the status beside its text. */
export function callFailureOf(error: unknown): CallFailure {
  if (!(error instanceof Error)) return { status: null, message: String(error) }
  const status = 'status' in error && typeof error.status === 'number' ? error.status : null
  return { status, message: error.message }
}
