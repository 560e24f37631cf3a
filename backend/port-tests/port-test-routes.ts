import type { FastifyInstance } from 'fastify'
import { eventRoutes as wire } from '../../contract/wire/routes/events.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { PortTests } from './port-tests.ts'

/** `GET port-tests` of contract "Events, ports, notifications". */
export function portTestRoutes(api: FastifyInstance, portTests: PortTests): void {
  serve(api, wire.portTests, (request) => portTests.run(identityOf(request).account))
}
