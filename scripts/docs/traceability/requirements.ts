import type { Area } from './area.ts'
import { requirementsOfBackend } from './requirements-of-backend.ts'
import { requirementsOfDevices } from './requirements-of-devices.ts'
import { requirementsOfHardening } from './requirements-of-hardening.ts'
import { requirementsOfIncidents } from './requirements-of-incidents.ts'
import { requirementsOfOperations } from './requirements-of-operations.ts'
import { requirementsOfPanel } from './requirements-of-panel.ts'
import { requirementsOfPeople } from './requirements-of-people.ts'
import { requirementsOfSessions } from './requirements-of-sessions.ts'

export const areas: readonly Area[] = [
  ...requirementsOfSessions,
  ...requirementsOfDevices,
  ...requirementsOfPanel,
  ...requirementsOfBackend,
  ...requirementsOfOperations,
  ...requirementsOfPeople,
  ...requirementsOfHardening,
  ...requirementsOfIncidents,
]

export const requirementIds: ReadonlySet<string> = new Set(
  areas.flatMap(({ requirements }) => Object.keys(requirements)),
)

/** Not there yet, with the reason: no source and no test may name it. */
export const notYet: Readonly<Record<string, string>> = {}

/** There, but shown by no test, with the reason. */
export const untested: Readonly<Record<string, string>> = {}
