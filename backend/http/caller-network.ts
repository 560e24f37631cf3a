import { BlockList, isIPv6 } from 'node:net'

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Returns the unit for counting callers (OPS-4): an IPv4 address, or an IPv6 /64, the least that a provider assigns. */
export function callerNetwork(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return address
  const ipv4 = /[^:]+$/.exec(address)?.[0] ?? ''
  if (mapped.check(address, 'ipv6')) return ipv4.includes('.') ? ipv4 : dotted(groupsOf(address))
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const [first, last] = [numbersOf(head), numbersOf(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function numbersOf(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}

function dotted(groups: number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
