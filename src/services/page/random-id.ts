/** A version 4 UUID (RFC 9562 §5.4), also over plain http, where browsers have no `crypto.randomUUID` (CFG-2). */
export function randomId(): string {
  // Each 0 becomes a random digit; the 8 has the variant bits and becomes 8, 9, a or b.
  return '00000000-0000-4000-8000-000000000000'.replace(/[08]/g, (digit) => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (digit === '0' ? byte & 15 : 8 | (byte & 3)).toString(16)
  })
}
