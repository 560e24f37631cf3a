import * as v from 'valibot'
import { enteredText } from './entered-text.ts'

const internalNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.0/8']
const addressText = 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.'
const portText = 'Informe uma porta de 1 a 65535.'

export const wordCodeField = v.pipe(
  v.string(),
  v.regex(/^[A-Z0-9-]{3,32}$/, 'Use de 3 a 32 letras maiúsculas sem acento, números ou hífens.'),
)

/** What a person enters of a device (contract "Devices"). */
export const deviceFields = v.object({
  name: enteredText(80),
  model: enteredText(80),
  ip: v.pipe(v.string(), v.trim(), v.ipv4(addressText), v.check(isInternal, addressText)),
  port: v.pipe(v.number(portText), v.integer(portText), v.minValue(1, portText), v.maxValue(65_535, portText)),
  condominiumId: v.pipe(v.string(), v.nonEmpty('Escolha um condomínio.')),
})

function isInternal(ip: string): boolean {
  return internalNetworks.some((network) => {
    const [base = '', bits = ''] = network.split('/')
    const size = 2 ** (32 - Number(bits))
    return Math.floor(numberOf(ip) / size) === Math.floor(numberOf(base) / size)
  })
}

function numberOf(ip: string): number {
  return ip.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
}
