import type * as v from 'valibot'
import type { DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import { type ErrorStatus, type errorBody, errorTexts } from '../../contract/wire/answers/errors.ts'

/** Body of every error answer; `fields` only with 422, `current` (the record) with 412, the others for a device. */
export type ErrorBody = v.InferOutput<typeof errorBody> & {
  fields?: Record<string, string>
  current?: object
  cause?: DeviceFailureCause
  notAsked?: true
  notHeard?: true
  reauthenticate?: true
  gone?: boolean
}

/** Thrown by a route to answer with `status`. `fields`: invalid fields (422); `current`: the record (412); `unasked`: no result (503); `body`: a body with more of its own. */
export class Refusal extends Error {
  readonly status: ErrorStatus
  readonly fields: Record<string, string> | undefined
  readonly current: object | undefined
  readonly deviceCause: DeviceFailureCause | undefined
  readonly unasked: 'notAsked' | 'notHeard' | undefined
  readonly headers: Record<string, string>
  readonly #ownBody: ErrorBody | undefined

  constructor(
    status: ErrorStatus,
    details: {
      message?: string
      fields?: Record<string, string>
      current?: object
      cause?: DeviceFailureCause
      unasked?: 'notAsked' | 'notHeard'
      headers?: Record<string, string>
      body?: ErrorBody
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
    this.#ownBody = details.body
  }

  get body(): ErrorBody {
    return (
      this.#ownBody ?? {
        error: true,
        message: this.message,
        ...(this.fields && { fields: this.fields }),
        ...(this.current && { current: this.current }),
        ...(this.deviceCause && { cause: this.deviceCause }),
        ...(this.unasked && { [this.unasked]: true }),
      }
    )
  }
}
