import type { FastifyInstance } from 'fastify'
import { identityOf } from '../authentication.ts'
import type { PortTests } from '../port-tests.ts'

/** `GET port-tests` of contract "Events, ports, notifications". */
export function portTestRoutes(api: FastifyInstance, portTests: PortTests): void {
  api.get('/port-tests', (request) => portTests.run(identityOf(request).account))
}
