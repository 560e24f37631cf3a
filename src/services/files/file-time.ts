/** A time in the name of a file: '2026-11-27-02-30-32'. `iso` is an ISO time. */
export function fileTime(iso: string): string {
  return iso.slice(0, 19).replaceAll(/[T:]/g, '-')
}
