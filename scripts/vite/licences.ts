import type { Plugin } from 'vite'
import { shippedLicences } from '../licences/shipped-licences.ts'

const fileName = 'licencas.json'
/** Name of a module's package. */
const packageName = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/**
 * Builds `/licencas.json`, the licences in a delivery (OPS-3), as `ShippedLicence[]`; only its page loads it. Vite's own list
 * (`build.license`) contains only the bundle, without the push worker and the server's packages.
 */
export function licences(): Plugin {
  return {
    name: 'guarita:licences',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(shippedLicences()))
      })
    },
    generateBundle(_options, bundle) {
      const shipped = shippedLicences()
      const listed = new Set(shipped.map(({ name }) => name))
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const missing = modules.map((id) => packageName.exec(id)?.[1]).find((name) => name && !listed.has(name))
      if (missing) this.error(`${missing} is in the bundle and not in the list of licences: whose licence is it under?`)
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(shipped) })
    },
  }
}
