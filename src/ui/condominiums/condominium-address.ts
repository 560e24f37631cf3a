/** Builds the address of a condominium's page (PAGE-2). */
export function condominiumAddress(id: string): string {
  return `/condominiums/${encodeURIComponent(id)}`
}
