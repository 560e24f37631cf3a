import type { AcceptAnswer } from '../../services/invitation/invitation-api.ts'
import type { EnteredInvitation, InvitationField } from './invitation-rules.ts'

export type InvitationEvent =
  /** A link was opened in this tab; '' is none. */
  | { type: 'link.opened'; token: string }
  /** Who is signed in in this browser, as soon as that is known, and whenever it changes; null: nobody. */
  | { type: 'session.known'; name: string | null }
  | { type: 'invitation.retry' }
  | { type: 'invitation.signOut' }
  | { type: 'invitation.edited'; field: InvitationField }
  | { type: 'invitation.accept'; entered: EnteredInvitation }
  /** The flow's own: the server has taken the password. */
  | { type: 'invitation.accepted'; joined: Joined }

/** What whoever has joined signs in with. */
export interface Joined {
  email: string
  password: string
}

/** What became of a link that was to be used, with what signs in where it was. */
export type Acceptance = Exclude<AcceptAnswer, { kind: 'accepted' }> | { kind: 'accepted'; joined: Joined }
