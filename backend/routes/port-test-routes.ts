import type { FastifyInstance } from 'fastify'
import { eventRoutes as wire } from '../../contract/wire/routes/events.ts'
import { identityOf } from '../authentication.ts'
import type { PortTests } from '../port-tests.ts'
import { serve } from './contract-route.ts'

/** `GET port-tests` of contract "Events, ports, notifications". */
export function portTestRoutes(api: FastifyInstance, portTests: PortTests): void {
  serve(api, wire.portTests, (request) => portTests.run(identityOf(request).account))
}
