/** What carries messages between instances cannot be used; the message is for the operator. */
export class BusRefused extends Error {}
