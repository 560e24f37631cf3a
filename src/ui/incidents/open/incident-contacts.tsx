import { useCondominiums } from '../../condominiums/condominium-hooks.ts'
import { addressText } from '../../condominiums/place-texts.ts'
import { PhoneList } from '../../contacts/phone-list.tsx'

/** The contacts and telephones of the condominium (DESK-2, PROC-1). */
export function IncidentContacts({ condominiumId }: { condominiumId: string }) {
  const condominium = useCondominiums().find(({ id }) => id === condominiumId)
  if (condominium === undefined) return null
  return (
    <section className="card" aria-labelledby="telefones">
      <div className="card-heading">
        <h2 id="telefones">Telefones</h2>
        <p>{condominium.name}</p>
      </div>
      <PhoneList condominium={condominium} />
      {addressText(condominium) !== '' && <p className="card-part text-soft text-sm">{addressText(condominium)}</p>}
    </section>
  )
}
