import type * as v from 'valibot'
import { type ErrorStatus, type errorBody, errorTexts } from '../../contract/wire/answers/errors.ts'

/** The body of every error answer; `fields` only on a 422, `current` (the record as it is now) only on a 412. */
export type ErrorBody = v.InferOutput<typeof errorBody> & { fields?: Record<string, string>; current?: object }

/** Thrown by a route to answer with `status`; `fields` names invalid fields (422), `current` is the record (412), `headers` go out as they are. */
export class Refusal extends Error {
  readonly status: ErrorStatus
  readonly fields: Record<string, string> | undefined
  readonly current: object | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ErrorStatus,
    details: {
      message?: string
      fields?: Record<string, string>
      current?: object
      headers?: Record<string, string>
    } = {},
  ) {
    super(details.message ?? errorTexts[status])
    this.name = 'Refusal'
    this.status = status
    this.fields = details.fields
    this.current = details.current
    this.headers = details.headers ?? {}
  }

  get body(): ErrorBody {
    return {
      error: true,
      message: this.message,
      ...(this.fields && { fields: this.fields }),
      ...(this.current && { current: this.current }),
    }
  }
}
