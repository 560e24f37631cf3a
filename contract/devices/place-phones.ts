import type { Condominium } from '../wire/answers/condominiums.ts'

export interface PlacePhone {
  /** `outro`: a contact that the advice about a device never names. */
  whose: 'manutenção' | 'portaria' | 'condomínio' | 'síndico' | 'zelador' | 'outro'
  /** Digits without punctuation. */
  phone: string
}

/** Telephones of a condominium, the best for a broken device first. */
export function phonesOf({ maintenancePhone, gatehousePhone, phone }: Condominium): PlacePhone[] {
  const all = [
    { whose: 'manutenção' as const, phone: maintenancePhone },
    { whose: 'condomínio' as const, phone },
    { whose: 'portaria' as const, phone: gatehousePhone },
  ]
  return all.flatMap(({ whose, phone: number }) => (number ? [{ whose, phone: number }] : []))
}

export const ofWhom: Record<PlacePhone['whose'], string> = {
  manutenção: 'a manutenção',
  portaria: 'a portaria',
  condomínio: 'o condomínio',
  síndico: 'o síndico',
  zelador: 'o zelador',
  outro: 'o contato',
}

/** Returns 'Ligar para a portaria'. */
export function callText({ whose }: PlacePhone): string {
  return `Ligar para ${ofWhom[whose]}`
}

/** Returns the first telephone to call for a broken device: the maintenance, else a person who knows the maintenance. */
export function phoneForRepair(phones: readonly PlacePhone[]): PlacePhone | undefined {
  return firstOf(['manutenção', 'síndico', 'zelador', 'condomínio', 'portaria'], phones)
}

/**
 * Returns the telephone of the gatehouse, else of another person at the condominium. These people see the gate and know
 * whether there is power.
 */
export function phoneAtPlace(phones: readonly PlacePhone[]): PlacePhone | undefined {
  return firstOf(['portaria', 'condomínio', 'zelador', 'síndico'], phones)
}

function firstOf(order: readonly PlacePhone['whose'][], phones: readonly PlacePhone[]): PlacePhone | undefined {
  return order.flatMap((whose) => phones.filter((phone) => phone.whose === whose))[0]
}
