/** Why a call failed, as a text for the user. */
export interface CallFailure {
  /** HTTP status of the answer; null without an answer. */
  status: number | null
  message: string
  /** This computer had no network: nothing was sent (STATE-8). */
  isUnsent?: true
}

/** Converts the error of a service for the view; takes the status if the error has one. */
export function callFailureOf(error: unknown): CallFailure {
  if (!(error instanceof Error)) return { status: null, message: String(error) }
  const status = 'status' in error && typeof error.status === 'number' ? error.status : null
  return { status, message: error.message, ...('isUnsent' in error && error.isUnsent === true && { isUnsent: true }) }
}
