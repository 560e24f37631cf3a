/** A version 4 UUID (RFC 9562 §5.4), also over plain http, where browsers have no `crypto.randomUUID` (CFG-2). */
export function randomId(): string {
  // Every 0 and 1 becomes a random digit; the 8 has the variant bits and becomes 8, 9, a or b.
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (byte & (15 >> (Number(digit) / 4)))).toString(16)
  })
}
