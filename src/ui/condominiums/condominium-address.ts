/** Builds the address of a condominium's page (PAGE-2). */
export function condominiumAddress(id: string): string {
  return `/condominiums/${encodeURIComponent(id)}`
}

/** Builds the address of the form of a condominium; null for a new condominium. */
export function condominiumFormAddress(id: string | null): string {
  return id === null ? '/condominiums/new' : `/condominiums/${encodeURIComponent(id)}/edit`
}

/** Builds the address of the procedures of a condominium; null for those of all condominiums (PROC-1). */
export function proceduresAddress(id: string | null): string {
  return id === null ? '/procedures' : `/procedures/${encodeURIComponent(id)}`
}
