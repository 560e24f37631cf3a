/** Builds the address of the form of a condominium; null for a new condominium. */
export function condominiumFormAddress(id: string | null): string {
  return id === null ? '/condominiums/new' : `/condominiums/${encodeURIComponent(id)}/edit`
}
