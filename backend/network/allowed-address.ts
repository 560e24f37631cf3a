import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Kind of the called target. A person entered the address of a `device`; the configuration of the server has the address of a `service`.
 */
export type Purpose = 'device' | 'simulatedDevice' | 'service'

/** "This network" and the unspecified address, link-local (includes metadata services of clouds), multicast, reserved, broadcast. */
const neverNetworks = ['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'fe80::/10', 'ff00::/8']
/** Metadata services of clouds that are not link-local: Alibaba, Azure, Oracle, AWS, Google. */
const metadata = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']
const loopbackNetworks = ['127.0.0.0/8', '::1/128']

/**
 * Prefixes before an IPv4 address in IPv6, with their bits: NAT64 (RFC 6052) and 6to4 (RFC 3056). Node already handles mapped addresses.
 */
const embeddings = [
  { prefix: '64:ff9b::', bits: 96, rest: '' },
  { prefix: '2002:', bits: 16, rest: '::' },
]

const never = listOf([...neverNetworks, ...metadata])
const loopback = listOf(loopbackNetworks)

/**
 * Whether the server may connect to this IP address. Forms of an IPv4 address in IPv6 (mapped, NAT64, 6to4) count as the IPv4 address. A device
 * is never at an address of this computer, except a simulated device at loopback (OPS-4).
 */
export function isAllowedAddress(address: string, purpose: Purpose): boolean {
  if (isIP(address) === 0 || isIn(never, address)) return false
  if (isIn(loopback, address)) return purpose !== 'device'
  return purpose === 'service' || !isIn(ownAddresses(), address)
}

const ownForMs = 1_000
let own = { list: new BlockList(), readAt: Number.NEGATIVE_INFINITY }

/** Returns the addresses of this computer, at most one second old: interfaces change, but a sheet has thousands of addresses to check. */
function ownAddresses(): BlockList {
  if (performance.now() - own.readAt > ownForMs) {
    const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
    own = { list: listOf(addresses), readAt: performance.now() }
  }
  return own.list
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    if (isIPv6(base)) list.addSubnet(base, Number(bits ?? 128), 'ipv6')
    else {
      list.addSubnet(base, Number(bits ?? 32), 'ipv4')
      for (const each of embeddings)
        list.addSubnet(`${each.prefix}${groupsOf(base)}${each.rest}`, each.bits + Number(bits ?? 32), 'ipv6')
    }
  }
  return list
}

/** `192.0.2.1` as the two groups `c000:201`. */
function groupsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
