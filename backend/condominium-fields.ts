import * as v from 'valibot'
import { isCnpj } from './cnpj.ts'
import { wordCodeField } from './device-fields.ts'
import { enteredText, optionalLine, optionalText } from './entered-text.ts'

const states = [
  ...['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR'],
  ...['RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'],
]

/** What a person enters of a condominium (contract "Condominiums"); cnpj, cep and phone end up without punctuation. */
export const condominiumFields = v.object({
  name: enteredText(120, 2),
  wordCode: wordCodeField,
  cnpj: optionalText(
    (entered) => entered.replace(/[\s./-]/g, '').toUpperCase(),
    isCnpj,
    'Este CNPJ não existe. Confira as letras e os números.',
  ),
  cep: optionalText(
    (entered) => entered.replace(/[\s.-]/g, ''),
    (cep) => /^\d{8}$/.test(cep),
    'Informe os 8 números do CEP.',
  ),
  street: optionalLine(120),
  number: optionalLine(20),
  complement: optionalLine(80),
  district: optionalLine(80),
  city: optionalLine(80),
  state: optionalText(
    (entered) => entered.toUpperCase(),
    (state) => states.includes(state),
    'Informe a sigla do estado, por exemplo SP.',
  ),
  phone: optionalText(
    (entered) => entered.replace(/^\+55/, '').replace(/[\s().-]/g, ''),
    (phone) => /^\d{10,11}$/.test(phone),
    'Informe o telefone com DDD, 10 ou 11 números.',
  ),
})

export type CondominiumFields = v.InferOutput<typeof condominiumFields>
