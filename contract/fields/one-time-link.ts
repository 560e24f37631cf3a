/** Days for which an invitation is valid (ACC-5). */
export const invitationDays = 7

/** Hours for which the link of the first administrator, and a link to a new password, is valid (ACC-1). */
export const passwordLinkHours = 72
