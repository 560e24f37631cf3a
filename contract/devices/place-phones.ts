import type { Condominium } from '../wire/answers/condominiums.ts'

export interface PlacePhone {
  whose: 'manutenção' | 'portaria' | 'condomínio'
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
}

/** Returns 'Ligar para a portaria'. */
export function callText({ whose }: PlacePhone): string {
  return `Ligar para ${ofWhom[whose]}`
}

/** Returns the telephone of the gatehouse, else of the condominium: the people there see the gate and know whether there is power. */
export function phoneAtPlace(phones: readonly PlacePhone[]): PlacePhone | undefined {
  return phones.findLast(({ whose }) => whose !== 'manutenção')
}
