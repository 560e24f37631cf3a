import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { type ListedPhone, phonesToCall } from '../../../contract/contacts/contact-phones.ts'
import { shownContacts } from '../../../contract/contacts/contacts.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { Contact } from '../../../contract/wire/answers/contacts.ts'
import type { contactsMachine } from '../../machines/contacts/contacts.machine.ts'
import { useServerOffers } from '../incidents/incident-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { firstTag } from '../parts/first-tag.ts'

export type ContactsRef = ActorRefFrom<typeof contactsMachine>
type Snapshot = SnapshotFrom<typeof contactsMachine>

/** `closed`: no view has requested the contacts of this owner. */
export type ContactsStage = 'closed' | 'loading' | 'error' | 'listed'

const none: readonly Contact[] = []

/**
 * Loads the contacts of a condominium (null: of the customer) while the view is shown, if the server has contacts;
 * undefined loads nothing.
 */
export function useContactsOpened(condominiumId: string | null | undefined): void {
  const flow = useFlow('condominiums')
  const isOffered = useServerOffers('contacts')
  useEffect(() => {
    if (condominiumId === undefined || !isOffered) return
    flow.send({ type: 'contacts.open', condominiumId })
    return () => flow.send({ type: 'contacts.close' })
  }, [flow, condominiumId, isOffered])
}

export function useContacts(): ContactsRef | undefined {
  return useFlowState('condominiums', (flow) => flow.children.contacts)
}

export function useContactsStage(condominiumId: string | null): ContactsStage {
  return useSelector(useContacts(), (contacts) =>
    contacts?.context.condominiumId === condominiumId
      ? (firstTag(contacts, ['loading', 'error', 'listed']) ?? 'closed')
      : 'closed',
  )
}

/** The contacts that a condominium (null: the customer) shows; none while they are not loaded. */
export function useShownContacts(condominiumId: string | null): readonly Contact[] {
  const lists = useSelector(useContacts(), (contacts) => listsOf(contacts, condominiumId))
  return lists === null ? none : shownContacts(lists)
}

/**
 * Lists the telephones to call about a condominium (PROC-1). Until its contacts are loaded, the list has only the other
 * telephones.
 */
export function usePhonesToCall(condominium: Condominium | null): readonly ListedPhone[] {
  const contacts = useShownContacts(condominium?.id ?? null)
  return condominium === null ? [] : phonesToCall(condominium, contacts)
}

function listsOf(contacts: Snapshot | undefined, condominiumId: string | null) {
  return contacts?.context.condominiumId === condominiumId ? (contacts.context.record?.lists ?? null) : null
}
