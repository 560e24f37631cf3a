/** What only the person who runs the server can put right; the message is for them, in Portuguese, and holds no password. */
export class OperatorError extends Error {}
