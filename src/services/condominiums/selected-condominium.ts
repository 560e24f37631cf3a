import * as v from 'valibot'
import { type Condominium, condominiumSchema } from '../../../contract/wire/answers/condominiums.ts'
import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'
import { selectedCondominiumKey } from './selected-condominium-key.ts'

/** The condominium that was selected when the page was last open (CON-1), or null. */
export function readSelectedCondominium(localData: LocalData, log: Log): Condominium | null {
  const text = localData.read(selectedCondominiumKey)
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), condominiumSchema), text)
  if (parsed.success) return parsed.output
  log.warn('Condomínio selecionado ilegível no armazenamento local.', parsed.issues[0].message)
  return null
}

/** Stores the selection across reloads; null deletes it. */
export function writeSelectedCondominium(localData: LocalData, condominium: Condominium | null): void {
  if (condominium === null) localData.remove(selectedCondominiumKey)
  else localData.write(selectedCondominiumKey, JSON.stringify(condominium))
}
