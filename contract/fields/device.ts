import { addressRule, portOf, portRule } from './device-address.ts'
import { plainCode } from './mask.ts'
import { lineRule, plainLine, type Rule } from './rule.ts'
import { wordCodeOf, wordCodeRule } from './word-code.ts'

/** Greatest length of a device's name and of its model, in characters. */
export const longestDeviceText = 80

export const deviceNameRule = lineRule({ most: longestDeviceText, missing: 'Informe o nome.' })
export const deviceModelRule = lineRule({ most: longestDeviceText, missing: 'Informe o modelo.' })

/** The rule for a device's condominium: one must be chosen. */
export const condominiumIdRule: Rule = (id) => (id === '' ? 'Escolha o condomínio.' : undefined)

/** A device as a person types it, in a form or in a spreadsheet. */
export interface TypedDevice {
  wordCode: string
  name: string
  model: string
  ip: string
  port: string
}

/** Converts a valid typed device to its wire format. */
export function enteredDevice({ wordCode, name, model, ip, port }: TypedDevice) {
  return {
    wordCode: wordCodeOf(wordCode),
    name: plainLine(name),
    model: plainLine(model),
    ip: plainCode(ip),
    port: portOf(plainCode(port)),
  }
}

const typedRules = {
  wordCode: wordCodeRule,
  name: deviceNameRule,
  model: deviceModelRule,
  ip: addressRule,
  port: portRule,
}
const plainText = { wordCode: wordCodeOf, name: plainLine, model: plainLine, ip: plainCode, port: plainCode }
const typedFields = ['wordCode', 'name', 'model', 'ip', 'port'] as const satisfies readonly (keyof TypedDevice)[]

export function typedDeviceProblems(typed: TypedDevice): Partial<Record<keyof TypedDevice, string>> {
  const problems: Partial<Record<keyof TypedDevice, string>> = {}
  for (const field of typedFields) {
    const problem = typedRules[field](plainText[field](typed[field]))
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}
