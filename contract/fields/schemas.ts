// Separate from the rules, so that a form does not load valibot's schemas. A description comes before the first
// transform, because the OpenAPI document describes the request.
import * as v from 'valibot'
import { cepMask, cepRule } from './cep.ts'
import {
  type CondominiumField,
  longestText,
  condominiumMasks as masks,
  condominiumRules as rules,
} from './condominium.ts'
import { condominiumIdRule, deviceModelRule, deviceNameRule } from './device.ts'
import { addressRule, isPort, portText } from './device-address.ts'
import { plainCode, withoutInvisible } from './mask.ts'
import { longestTriedPassword, passwordTexts } from './password.ts'
import { keeps, newPassword } from './person.ts'
import { longestReason } from './reason.ts'
import { plainLine, type Rule, storedTextRule } from './rule.ts'
import { wordCodeRule } from './word-code.ts'

const wordCode = '3 to 32 of A to Z, digits and hyphens'

export const wordCodeField = ruled(wordCodeRule, wordCode)

/** The wordCode of a new device: as `wordCodeField`, but invisible characters that a person pastes are removed. */
export const enteredWordCode = entered(wordCodeRule, wordCode, withoutInvisible)

/** A CEP in a query, with or without punctuation (CON-4). */
export const cepField = v.pipe(
  v.string(),
  v.description('8 digits, with or without punctuation'),
  v.transform(cepMask.keep),
  keeps(cepRule),
)

/** The fields of a device that a person enters (contract "Devices"). */
export const deviceFields = v.object({
  name: entered(deviceNameRule, '1 to 80 characters'),
  model: entered(deviceModelRule, '1 to 80 characters'),
  ip: entered(addressRule, 'IPv4 of an internal network', plainCode),
  port: v.pipe(v.number(portText), v.check(isPort, portText), v.description('1 to 65535')),
  condominiumId: ruled(condominiumIdRule, 'not empty'),
})

const phone = 'area code and number, with or without punctuation'

/** The fields as the server stores them: empty fields become null, the other fields lose their punctuation. */
export const condominiumFields = v.object({
  name: entered(rules.name, textOf('name', 2)),
  wordCode: enteredWordCode,
  cnpj: enteredOrNull(rules.cnpj, 'CNPJ of numbers or with letters, with or without punctuation', masks.cnpj.keep),
  cep: enteredOrNull(rules.cep, '8 digits, with or without punctuation', masks.cep.keep),
  street: enteredOrNull(rules.street, textOf('street')),
  number: enteredOrNull(rules.number, textOf('number')),
  complement: enteredOrNull(rules.complement, textOf('complement')),
  district: enteredOrNull(rules.district, textOf('district')),
  city: enteredOrNull(rules.city, textOf('city')),
  state: enteredOrNull(rules.state, 'a state of Brazil, two letters', (text) => text.toUpperCase()),
  phone: enteredOrNull(rules.phone, phone, masks.phone.keep),
  gatehousePhone: enteredOrNull(rules.gatehousePhone, phone, masks.gatehousePhone.keep),
  maintenancePhone: enteredOrNull(rules.maintenancePhone, phone, masks.maintenancePhone.keep),
})

export type EnteredCondominium = v.InferOutput<typeof condominiumFields>

/** The body of a password change. Only the server checks the current password, and that the next one differs. */
export const passwordChange = v.object({
  current: v.pipe(
    v.string(),
    v.nonEmpty(passwordTexts.missing),
    v.check((text) => text.length <= longestTriedPassword, `Use no máximo ${longestTriedPassword} caracteres.`),
  ),
  next: newPassword,
})

/** The reason that a person states for an action on a device. */
export const reasonField = v.pipe(
  v.string(),
  v.maxLength(longestReason, `Use no máximo ${longestReason} caracteres.`),
  keeps(storedTextRule),
)

/** A text that must keep the rule without normalization. */
function ruled(rule: Rule, description: string) {
  return v.pipe(v.string(), keeps(rule), v.description(description))
}

function entered(rule: Rule, description: string, plain: (typed: string) => string = plainLine) {
  return v.pipe(v.string(), v.description(description), v.transform(plain), keeps(rule))
}

/** The same for an optional text: null, '' and absent become null. `plain` removes the punctuation before the check. */
function enteredOrNull(rule: Rule, description: string, plain: (typed: string) => string = (typed) => typed) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.description(description),
    v.transform((text) => plain(plainLine(text))),
    keeps(rule),
    v.transform((text) => (text === '' ? null : text)),
  )
}

function textOf(field: CondominiumField, least = 1): string {
  return `${least} to ${longestText[field]} characters`
}
