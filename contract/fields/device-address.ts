import type { Rule } from './rule.ts'

/** The server connects to any entered address, so only internal networks are allowed (contract "Devices"). */
const internalNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.0/8']

export const portText = 'Informe uma porta de rede de 1 a 65535.'

/** The rule for a device's address: IPv4 in an internal network. */
export const addressRule: Rule = (text) =>
  isInternal(text) ? undefined : 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.'

/**
 * Returns the internal address that has these digits, as `192.168.100.101` for `192168100101`; undefined if no address
 * or several addresses have them.
 */
export function addressOfDigits(digits: string): string | undefined {
  if (!/^\d{8,12}$/.test(digits)) return undefined
  const lengths = [1, 2, 3]
  const found = lengths
    .flatMap((first) => lengths.map((second) => [first, first + second] as const))
    .flatMap(([first, second]) => lengths.map((third) => [0, first, second, second + third, digits.length] as const))
    .map((ends) =>
      ends
        .slice(1)
        .map((end, index) => digits.slice(ends[index], end))
        .join('.'),
    )
    .filter(isInternal)
  return found.length === 1 ? found[0] : undefined
}

export const portRule: Rule = (text) => (isPort(portOf(text)) ? undefined : portText)

/** Parses a typed port; NaN if the text is not a number. */
export function portOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}

function isInternal(text: string): boolean {
  const address = numberOf(text)
  return internalNetworks.some((network) => {
    const [base = '', bits = ''] = network.split('/')
    const size = 2 ** (32 - Number(bits))
    return Math.floor(address / size) === Math.floor(numberOf(base) / size)
  })
}

function numberOf(ip: string): number {
  const octets = ip.split('.')
  const isAddress =
    octets.length === 4 && octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) < 256)
  return isAddress ? octets.reduce((sum, octet) => sum * 256 + Number(octet), 0) : Number.NaN
}
