import type * as v from 'valibot'
import type { DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import { type ErrorStatus, type errorBody, errorTexts } from '../../contract/wire/answers/errors.ts'

/** The body of every error answer; `fields` only on a 422, `current` (the record as it is now) only on a 412, `cause` and `notAsked`, `notHeard` of a device. */
export type ErrorBody = v.InferOutput<typeof errorBody> & {
  fields?: Record<string, string>
  current?: object
  cause?: DeviceFailureCause
  notAsked?: true
  notHeard?: true
}

/** Thrown by a route to answer with `status`; `fields` names invalid fields (422), `current` is the record (412), `cause` why a device gave no answer, `unasked` that nothing was found out of it (503), `headers` go out as they are. */
export class Refusal extends Error {
  readonly status: ErrorStatus
  readonly fields: Record<string, string> | undefined
  readonly current: object | undefined
  readonly deviceCause: DeviceFailureCause | undefined
  readonly unasked: 'notAsked' | 'notHeard' | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ErrorStatus,
    details: {
      message?: string
      fields?: Record<string, string>
      current?: object
      cause?: DeviceFailureCause
      unasked?: 'notAsked' | 'notHeard'
      headers?: Record<string, string>
    } = {},
  ) {
    super(details.message ?? errorTexts[status])
    this.name = 'Refusal'
    this.status = status
    this.fields = details.fields
    this.current = details.current
    this.deviceCause = details.cause
    this.unasked = details.unasked
    this.headers = details.headers ?? {}
  }

  get body(): ErrorBody {
    return {
      error: true,
      message: this.message,
      ...(this.fields && { fields: this.fields }),
      ...(this.current && { current: this.current }),
      ...(this.deviceCause && { cause: this.deviceCause }),
      ...(this.unasked && { [this.unasked]: true }),
    }
  }
}
