import type { Plugin } from 'vite'
import { shippedLicences } from '../licences/shipped-licences.ts'

const fileName = 'licencas.json'
/** The package whose module it is. */
const packageName = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/**
 * `/licencas.json`: whose work a delivery holds (OPS-3), as `ShippedLicence[]`. Nothing loads it but the page that shows it. Vite's own
 * list (`build.license`) knows the bundle alone, without the push worker and without all that the server runs with.
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
      if (missing)
        this.error(`${missing} is in the bundle and no dependency in package.json: whose licence is it under?`)
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(shipped) })
    },
  }
}
