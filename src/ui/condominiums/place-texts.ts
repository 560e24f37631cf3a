import { cepMask } from '../../../contract/fields/cep.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { LastEventView } from '../activity/activity-hooks.ts'

/** Formats 'Avenida Paulista, 1842, Bela Vista, São Paulo/SP, CEP 01310-100'; '' if all parts are empty. */
export function addressText({ street, number, complement, district, city, state, cep }: Condominium): string {
  const town = [city, state].filter(Boolean).join('/')
  return [street, number, complement, district, town, cep && `CEP ${cepMask.show(cep)}`].filter(Boolean).join(', ')
}

/** Describes the activity at the gates; `isLoading` until the first answer of the server. */
export function movementText({ text, state }: LastEventView, isLoading: boolean): string {
  if (state === 'unknown') return isLoading ? 'Verificando se há movimento…' : 'Não sabemos agora se há movimento.'
  if (text === '') return 'Sem movimento: ainda não houve eventos.'
  const since = `${text.charAt(0).toLowerCase()}${text.slice(1)}`
  if (state === 'active') return `Com movimento: último evento ${since}.`
  return since.startsWith('há ') ? `Sem movimento ${since}.` : `Sem movimento: último evento ${since}.`
}
