/** Whose sight is asked about. */
export interface Viewer {
  userId: string
  customersId: string
  /** Every condominium of the customer, not only those assigned. */
  seesAll: boolean
}

/** SQL condition on `condominiums` that holds for what an account may see; its three parameters start at `$first`. */
export function visibleCondominiums(first: number): string {
  return `condominiums.customers_id = $${first} and ($${first + 1}::boolean or exists (
    select 1 from user_condominiums
    where user_condominiums.condominium_id = condominiums.id and user_condominiums.user_id = $${first + 2}))`
}

/** The parameters that `visibleCondominiums` wants. */
export function visibilityOf(account: Viewer): [string, boolean, string] {
  return [account.customersId, account.seesAll, account.userId]
}
