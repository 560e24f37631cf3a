import type { DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'

export class DeviceFailure extends Error {
  readonly kind: DeviceFailureCause
  /** For an opening: the command was not sent, so the device has not opened. */
  readonly isUnsent: boolean
  /** For an opening: the device received the command after the deadline, and has not opened. */
  readonly isLate: boolean

  constructor(kind: DeviceFailureCause, { isUnsent = false, isLate = false } = {}) {
    super(`device call failed: ${kind}`)
    this.name = 'DeviceFailure'
    this.kind = kind
    this.isUnsent = isUnsent
    this.isLate = isLate
  }
}
