import { AlertIcon } from '../../parts/icons/alert-icon.tsx'
import {
  AuditIcon,
  BellIcon,
  BuildingIcon,
  ClockIcon,
  DashboardIcon,
  DeviceIcon,
  HandoverIcon,
  HealthIcon,
  ImportIcon,
  InspectorIcon,
  LoadIcon,
  PeopleIcon,
  PersonIcon,
} from '../../parts/icons/icons.tsx'

/** Icons by name: the list of flows is loaded before sign-in, the icons after it. */
export const menuIcons = {
  alert: AlertIcon,
  audit: AuditIcon,
  bell: BellIcon,
  building: BuildingIcon,
  clock: ClockIcon,
  dashboard: DashboardIcon,
  device: DeviceIcon,
  handover: HandoverIcon,
  health: HealthIcon,
  import: ImportIcon,
  inspector: InspectorIcon,
  load: LoadIcon,
  people: PeopleIcon,
  person: PersonIcon,
}
