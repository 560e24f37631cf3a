import type { AcceptAnswer } from '../../services/invitation/invitation-api.ts'
import type { EnteredInvitation, InvitationField } from './invitation-rules.ts'

export type InvitationEvent =
  /** A link was opened in this tab; '' means no link. */
  | { type: 'link.opened'; token: string }
  /** The name of the user signed in in this browser, sent when it becomes known and when it changes; null: no user. */
  | { type: 'session.known'; name: string | null }
  | { type: 'invitation.retry' }
  | { type: 'invitation.signOut' }
  | { type: 'invitation.edited'; field: InvitationField }
  | { type: 'invitation.accept'; entered: EnteredInvitation }
  /** Internal event: the server has accepted the password. */
  | { type: 'invitation.accepted'; joined: Joined }

/** The credentials of the person who has joined. */
export interface Joined {
  email: string
  password: string
}

/** The result of accepting a link, with the credentials for the sign-in if it was accepted. */
export type Acceptance = Exclude<AcceptAnswer, { kind: 'accepted' }> | { kind: 'accepted'; joined: Joined }
