const internalNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.0/8']

/** Whether the text is an IPv4 address of a network that devices may stand in (contract "Devices"). */
export function isInternalAddress(text: string): boolean {
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
