import type { PanelContact } from '../../../contract/devices/panel-contact.ts'
import type { UnreadList } from '../../services/http/unread-lists.ts'
import { ContactNotice } from './contact-notice.tsx'
import { UnreadNotice } from './unread-notice.tsx'

/** Shows why the data on screen may be old or incomplete. */
export function SourceNotices({ contact, unread }: { contact: PanelContact; unread: readonly UnreadList[] }) {
  return (
    <>
      {contact !== 'current' && <ContactNotice contact={contact} />}
      {unread.length > 0 && <UnreadNotice lists={unread} />}
    </>
  )
}
