import { useCondominiums } from '../../condominiums/condominium-hooks.ts'
import { PhoneLink } from '../../condominiums/phone-link.tsx'
import { addressText } from '../../condominiums/place-texts.ts'

/** The telephones of the condominium (DESK-2). Its other contacts will be here. */
export function IncidentContacts({ condominiumId }: { condominiumId: string }) {
  const condominium = useCondominiums().find(({ id }) => id === condominiumId)
  if (condominium === undefined) return null
  const { gatehousePhone, maintenancePhone, phone } = condominium
  const phones = [
    ['Portaria', gatehousePhone],
    ['Manutenção', maintenancePhone],
    ['Condomínio', phone],
  ] as const
  return (
    <section className="card" aria-labelledby="telefones">
      <div className="card-heading">
        <h2 id="telefones">Telefones</h2>
        <p>{condominium.name}</p>
      </div>
      <dl className="incident-phones d-grid card-part">
        {phones.map(([name, digits]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <PhoneLink digits={digits} />
            </dd>
          </div>
        ))}
      </dl>
      {addressText(condominium) !== '' && <p className="card-part text-soft text-sm">{addressText(condominium)}</p>}
    </section>
  )
}
