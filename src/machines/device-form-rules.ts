/** What a person enters of a device, as typed. */
export interface DeviceFormValues {
  wordCode: string
  condominiumId: string
  name: string
  model: string
  ip: string
  port: string
}

export type DeviceFormField = keyof DeviceFormValues

/** In the order of the form. */
export const deviceFormFields = [
  'name',
  'model',
  'ip',
  'port',
  'wordCode',
  'condominiumId',
] as const satisfies readonly DeviceFormField[]

const longestText = 80

/** What is wrong with each field, by the rules that the service has (contract "Devices"). */
export function deviceFormProblems(values: DeviceFormValues): Partial<Record<DeviceFormField, string>> {
  const problems: Partial<Record<DeviceFormField, string>> = {}
  if (values.name.trim() === '') problems.name = 'Informe o nome.'
  else if (values.name.trim().length > longestText) problems.name = `Use no máximo ${longestText} caracteres.`
  if (values.model.trim() === '') problems.model = 'Informe o modelo.'
  else if (values.model.trim().length > longestText) problems.model = `Use no máximo ${longestText} caracteres.`
  if (!isIpv4(values.ip.trim())) problems.ip = 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.'
  if (!isPort(values.port.trim())) problems.port = 'Informe uma porta de 1 a 65535.'
  if (!/^[A-Z0-9-]{3,32}$/.test(wordCodeOf(values)))
    problems.wordCode = 'Use de 3 a 32 letras sem acento, números ou hífens.'
  if (values.condominiumId === '') problems.condominiumId = 'Escolha o condomínio.'
  return problems
}

/** The wordCode as the service wants it. */
export function wordCodeOf({ wordCode }: Pick<DeviceFormValues, 'wordCode'>): string {
  return wordCode.trim().toUpperCase()
}

function isIpv4(text: string): boolean {
  const octets = text.split('.')
  return octets.length === 4 && octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255)
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}
