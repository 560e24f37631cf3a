import { AlertIcon } from '../../parts/icons/alert-icon.tsx'
import * as icons from '../../parts/icons/icons.tsx'

/** Icons by name: the list of flows is loaded before sign-in, the icons after it. */
export const menuIcons = {
  alert: AlertIcon,
  audit: icons.AuditIcon,
  bell: icons.BellIcon,
  building: icons.BuildingIcon,
  clock: icons.ClockIcon,
  dashboard: icons.DashboardIcon,
  device: icons.DeviceIcon,
  handover: icons.HandoverIcon,
  health: icons.HealthIcon,
  import: icons.ImportIcon,
  inspector: icons.InspectorIcon,
  load: icons.LoadIcon,
  people: icons.PeopleIcon,
  person: icons.PersonIcon,
  rules: icons.RulesIcon,
}
