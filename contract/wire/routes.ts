import type { Route, RouteBase } from './route.ts'
import { condominiumRoutes } from './routes/condominiums.ts'
import { contactRoutes } from './routes/contacts.ts'
import { deviceRoutes } from './routes/devices.ts'
import { eventRoutes } from './routes/events.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { handoverRoutes } from './routes/handovers.ts'
import { healthRoutes } from './routes/health.ts'
import { incidentRoutes } from './routes/incidents.ts'
import { machineRoutes } from './routes/machines.ts'
import { onDutyRoutes } from './routes/on-duty.ts'
import { pageRoutes } from './routes/page.ts'
import { invitationRoutes, peopleRoutes } from './routes/people.ts'
import { procedureRoutes } from './routes/procedures.ts'
import { recordRoutes } from './routes/records.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/session.ts'
import { simulatorRoutes } from './routes/simulator.ts'
import { wallRoutes } from './routes/wall.ts'

export const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  Session: sessionRoutes,
  'Second factor': secondFactorRoutes,
  Invitations: invitationRoutes,
  People: peopleRoutes,
  Condominiums: condominiumRoutes,
  Contacts: contactRoutes,
  'Events, ports, notifications': eventRoutes,
  Incidents: incidentRoutes,
  Procedures: procedureRoutes,
  Handovers: { ...handoverRoutes, ...onDutyRoutes },
  Wall: wallRoutes,
  Machines: machineRoutes,
  Devices: deviceRoutes,
  Health: healthRoutes,
  'Import and audit': recordRoutes,
  Evidence: evidenceRoutes,
  'Beside the panel': pageRoutes,
  Simulator: simulatorRoutes,
}

/** Paths under which the embedded backend mounts `apiUrl` and `deviceUrl`; both are the defaults of `/config.json`. */
export const mountPoints: Readonly<Record<RouteBase, string>> = { api: '/rest', device: '/device-control', page: '' }
