import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isAllowedAddress } from '../../../backend/network/allowed-address.ts'

const metadata = ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '168.63.129.16', '192.0.0.192', 'fd20:ce::254']
const never = [
  ...metadata,
  ...['0.0.0.0', '0.1.2.3', '169.254.0.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', 'fe80::1', 'fe80::1%eth0', 'ff02::1'],
  ...['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '64:ff9b::169.254.169.254', '2002:a9fe:a9fe::1'],
  ...['', 'localhost', '2130706433', '0x7f000001', '127.1', '10.0.0.1/8', ' 10.0.0.1'],
]
const loopback = [
  '127.0.0.1',
  '127.255.0.9',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
]
const own = Object.values(networkInterfaces()).flatMap((each) =>
  (each ?? []).flatMap(({ address, internal }) => (internal || address.startsWith('fe80') ? [] : [address])),
)

describe('an address of an outgoing call (OPS-4)', () => {
  it.each(never)('%j is never allowed', (address) => {
    for (const purpose of ['device', 'simulatedDevice', 'service'] as const)
      expect(isAllowedAddress(address, purpose)).toBe(false)
  })

  it.each(loopback)('%s is allowed for a simulated device and for a configured service', (address) => {
    expect(isAllowedAddress(address, 'device')).toBe(false)
    expect(isAllowedAddress(address, 'simulatedDevice')).toBe(true)
    expect(isAllowedAddress(address, 'service')).toBe(true)
  })

  it.skipIf(own.length === 0)('an own address of the server is allowed for a configured service only', () => {
    for (const address of own) {
      expect(isAllowedAddress(address, 'device')).toBe(false)
      expect(isAllowedAddress(address, 'simulatedDevice')).toBe(false)
      expect(isAllowedAddress(address, 'service')).toBe(true)
    }
  })

  it.each(['10.255.0.1', '172.31.0.1', '192.168.77.1', '100.64.0.1', '2001:db8::1'])(
    '%s is allowed for every purpose',
    (address) => {
      for (const purpose of ['device', 'simulatedDevice', 'service'] as const)
        expect(isAllowedAddress(address, purpose)).toBe(true)
    },
  )
})
