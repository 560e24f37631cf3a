// Apart from the rules, so that a form that asks them does not carry these. A description stands before the first transform:
// the OpenAPI document says what is sent.
import * as v from 'valibot'
import { cepRule, plainCep } from './cep.ts'
import { plainCnpj } from './cnpj.ts'
import { type CondominiumField, longestText, condominiumRules as rules } from './condominium.ts'
import { condominiumIdRule, deviceModelRule, deviceNameRule } from './device.ts'
import { addressRule, isPort, portText } from './device-address.ts'
import { longestTriedPassword, passwordTexts } from './password.ts'
import { keeps, newPassword } from './person.ts'
import { plainPhone } from './phone.ts'
import { plainLine, type Rule } from './rule.ts'
import { wordCodeRule } from './word-code.ts'

export const wordCodeField = ruled(wordCodeRule, '3 to 32 of A to Z, digits and hyphens')

/** A CEP that is asked for, with or without its punctuation (CON-4). */
export const cepField = v.pipe(
  v.string(),
  v.description('8 digits, with or without punctuation'),
  v.transform(plainCep),
  keeps(cepRule),
)

/** What a person enters of a device (contract "Devices"). */
export const deviceFields = v.object({
  name: entered(deviceNameRule, '1 to 80 characters'),
  model: entered(deviceModelRule, '1 to 80 characters'),
  ip: entered(addressRule, 'IPv4 of an internal network'),
  port: v.pipe(v.number(portText), v.check(isPort, portText), v.description('1 to 65535')),
  condominiumId: ruled(condominiumIdRule, 'not empty'),
})

const phone = 'area code and number, with or without punctuation'

/** The fields as the server takes them; what is left empty ends up as null, the rest without punctuation. */
export const condominiumFields = v.object({
  name: entered(rules.name, textOf('name', 2)),
  wordCode: wordCodeField,
  cnpj: enteredOrNull(rules.cnpj, 'CNPJ of numbers or with letters, with or without punctuation', plainCnpj),
  cep: enteredOrNull(rules.cep, '8 digits, with or without punctuation', plainCep),
  street: enteredOrNull(rules.street, textOf('street')),
  number: enteredOrNull(rules.number, textOf('number')),
  complement: enteredOrNull(rules.complement, textOf('complement')),
  district: enteredOrNull(rules.district, textOf('district')),
  city: enteredOrNull(rules.city, textOf('city')),
  state: enteredOrNull(rules.state, 'a state of Brazil, two letters', (text) => text.toUpperCase()),
  phone: enteredOrNull(rules.phone, phone, plainPhone),
  gatehousePhone: enteredOrNull(rules.gatehousePhone, phone, plainPhone),
  maintenancePhone: enteredOrNull(rules.maintenancePhone, phone, plainPhone),
})

export type EnteredCondominium = v.InferOutput<typeof condominiumFields>

/** What is sent to change a password; whether the current one is right and the next one is another is the server's to say. */
export const passwordChange = v.object({
  current: v.pipe(
    v.string(),
    v.nonEmpty(passwordTexts.missing),
    v.check((text) => text.length <= longestTriedPassword, `Use no máximo ${longestTriedPassword} caracteres.`),
  ),
  next: newPassword,
})

/** A text that keeps the rule as it stands. */
function ruled(rule: Rule, says: string) {
  return v.pipe(v.string(), keeps(rule), v.description(says))
}

/** A text that a person enters: made plain, then it keeps the rule. */
function entered(rule: Rule, says: string) {
  return v.pipe(v.string(), v.description(says), v.transform(plainLine), keeps(rule))
}

/** The same for what may be missing: null, '' and absent are null. `plain` takes the punctuation out before the rule is asked. */
function enteredOrNull(rule: Rule, says: string, plain: (text: string) => string = (text) => text) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.description(says),
    v.transform((text) => plain(plainLine(text))),
    keeps(rule),
    v.transform((text) => (text === '' ? null : text)),
  )
}

function textOf(field: CondominiumField, least = 1): string {
  return `${least} to ${longestText[field]} characters`
}
