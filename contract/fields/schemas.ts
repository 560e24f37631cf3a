// Apart from the rules, so that a form that asks them does not carry these.
import * as v from 'valibot'
import { cepRule, plainCep } from './cep.ts'
import { plainCnpj } from './cnpj.ts'
import { condominiumRules as rules } from './condominium.ts'
import { condominiumIdRule, deviceModelRule, deviceNameRule } from './device.ts'
import { addressRule, isPort, portText } from './device-address.ts'
import { longestTriedPassword, passwordLength, passwordTexts } from './password.ts'
import { plainPhone } from './phone.ts'
import type { Rule } from './rule.ts'
import { wordCodeRule } from './word-code.ts'

export const wordCodeField = ruled(wordCodeRule)

/** A CEP that is asked for, with or without its punctuation (CON-4). */
export const cepField = v.pipe(v.string(), v.transform(plainCep), ruled(cepRule))

/** What a person enters of a device (contract "Devices"). */
export const deviceFields = v.object({
  name: entered(deviceNameRule),
  model: entered(deviceModelRule),
  ip: entered(addressRule),
  port: v.pipe(v.number(portText), v.check(isPort, portText)),
  condominiumId: ruled(condominiumIdRule),
})

/** The fields as the server takes them; what is left empty ends up as null, the rest without punctuation. */
export const condominiumFields = v.object({
  name: entered(rules.name),
  wordCode: wordCodeField,
  cnpj: enteredOrNull(rules.cnpj, plainCnpj),
  cep: enteredOrNull(rules.cep, plainCep),
  street: enteredOrNull(rules.street),
  number: enteredOrNull(rules.number),
  complement: enteredOrNull(rules.complement),
  district: enteredOrNull(rules.district),
  city: enteredOrNull(rules.city),
  state: enteredOrNull(rules.state, (text) => text.toUpperCase()),
  phone: enteredOrNull(rules.phone, plainPhone),
})

export type EnteredCondominium = v.InferOutput<typeof condominiumFields>

/** What is sent to change a password; whether the current one is right and the next one is another is the server's to say. */
export const passwordChange = v.object({
  current: v.pipe(
    v.string(),
    v.nonEmpty(passwordTexts.missing),
    v.check((text) => text.length <= longestTriedPassword, `Use no máximo ${longestTriedPassword} caracteres.`),
  ),
  next: v.pipe(
    v.string(),
    v.check((text) => text.length >= passwordLength.least, passwordTexts.tooShort),
    v.check((text) => text.length <= passwordLength.most, passwordTexts.tooLong),
  ),
})

/** A text that keeps the rule as it stands. */
function ruled(rule: Rule) {
  return v.pipe(v.string(), keeps(rule))
}

/** A text that a person enters: trimmed, then it keeps the rule. */
function entered(rule: Rule) {
  return v.pipe(v.string(), v.trim(), keeps(rule))
}

/** The same for what may be missing: null, '' and absent are null. `plain` takes the punctuation out before the rule is asked. */
function enteredOrNull(rule: Rule, plain: (text: string) => string = (text) => text) {
  return v.pipe(
    v.nullish(v.string(), ''),
    v.trim(),
    v.transform(plain),
    keeps(rule),
    v.transform((text) => (text === '' ? null : text)),
  )
}

function keeps(rule: Rule) {
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => rule(text) === undefined,
    ({ input }) => rule(input) ?? '',
  )
}
