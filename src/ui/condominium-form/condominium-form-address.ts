/** The address of the form of a condominium; null for a new one. */
export function condominiumFormAddress(id: string | null): string {
  return id === null ? '/condominiums/new' : `/condominiums/${encodeURIComponent(id)}/edit`
}
