import { useParams } from 'wouter'
import {
  CondominiumFormPage,
  CondominiumPage,
  DevicePage,
  EditDevicePage,
  IncidentPage,
  PersonPage,
} from './late-pages.ts'

/** The form of the condominium that the address names. */
export function EditedCondominium() {
  const { id } = useParams<'/condominiums/:id/edit'>()
  return <CondominiumFormPage key={id} id={id} />
}

/** The condominium that the address names. */
export function ShownCondominium() {
  const { id } = useParams<'/condominiums/:id'>()
  return <CondominiumPage id={id} />
}

/** The incident that the address names. */
export function ShownIncident() {
  const { id } = useParams<'/incidents/:id'>()
  return <IncidentPage key={id} id={id} />
}

/** The person that the address names. */
export function ShownPerson() {
  const { id } = useParams<'/users/:id'>()
  return <PersonPage key={id} id={id} />
}

/** The form of the device that the address names. */
export function EditedDevice() {
  const { wordCode } = useParams<'/devices/:wordCode/edit'>()
  return <EditDevicePage wordCode={wordCode} />
}

/** The device that the address names. */
export function ShownDevice() {
  const { wordCode } = useParams<'/devices/:wordCode'>()
  return <DevicePage wordCode={wordCode} />
}
