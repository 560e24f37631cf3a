import type { PortTest } from '../../../contract/wire/answers/devices/port-tests.ts'

const { compare } = new Intl.Collator('pt-BR', { numeric: true })

/** Sorts failed tests first, then by address. */
export function inPortTestOrder(portTests: readonly PortTest[]): readonly PortTest[] {
  return portTests.toSorted(
    (left, right) =>
      Number(left.success) - Number(right.success) ||
      compare(left.ip, right.ip) ||
      (left.port ?? 0) - (right.port ?? 0),
  )
}
