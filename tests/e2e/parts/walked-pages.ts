import { pages } from '../../../src/composition/flows.ts'

/** Demo address of each page whose address has a `:name`. */
const examples: Readonly<Record<string, string>> = {
  '/condominiums/:id': '/condominiums/condominio-01',
  '/condominiums/:id/edit': '/condominiums/condominio-01/edit',
  '/devices/:wordCode': '/devices/AGUAVIVA-01',
  '/devices/:wordCode/edit': '/devices/AGUAVIVA-01/edit',
  '/procedures/:id': '/procedures/condominio-01',
  '/users/:id': '/users/user-operador',
}

/** Pages that are not opened by their address, each with the reason. */
const notWalked: Readonly<Record<string, string>> = {
  '/indexpage': 'shows the same page as /dashboard',
  '/incidents/:id': 'the demo data has no incident; accessibility.test.ts makes one',
  '/inspector': 'most backends do not offer it; inspector.test.ts judges the page',
}

/**
 * Paths of the signed-in pages, in the order of the list of flows. Throws if a page with a parameter is neither in
 * `examples` nor in `notWalked`.
 */
export function walkedPaths(): string[] {
  return pages.flatMap(({ address }) => {
    if (address in notWalked) return []
    const path = examples[address] ?? address
    if (path.includes(':'))
      throw new Error(`tests/e2e/parts/walked-pages.ts: add an example of ${address} to \`examples\``)
    return path
  })
}
