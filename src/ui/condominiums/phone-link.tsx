import { formatPhone, phoneLink } from '../../../contract/fields/phone.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'

/** A telephone that can be called with a click, or that it is unknown. */
export function PhoneLink({ digits }: { digits: Condominium['phone'] }) {
  return digits ? (
    <a href={phoneLink(digits)} className="text-nowrap">
      {formatPhone(digits)}
    </a>
  ) : (
    'não informado'
  )
}
