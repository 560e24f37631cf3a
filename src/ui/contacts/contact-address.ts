/** Builds the address of the page that edits the contacts of a condominium; null: of the customer. */
export function contactsAddress(condominiumId: string | null): string {
  return condominiumId === null ? '/contacts' : `/contacts?${new URLSearchParams({ condominio: condominiumId })}`
}

/** Reads the condominium in the query of that page. */
export function contactsOwnerOf(search: string): string | null {
  return new URLSearchParams(search).get('condominio')
}
