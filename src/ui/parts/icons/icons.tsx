import * as lucide from 'lucide'
import { createElement } from 'react'
import { icon } from './icon.tsx'

export const MenuIcon = lucideIcon(lucide.Menu)
export const CloseIcon = lucideIcon(lucide.X)
export const SearchIcon = lucideIcon(lucide.Search)
export const DashboardIcon = lucideIcon(lucide.LayoutDashboard)
export const BuildingIcon = lucideIcon(lucide.BuildingComplex)
export const HandoverIcon = lucideIcon(lucide.ArrowLeftRight)
export const PersonIcon = lucideIcon(lucide.User)
export const PeopleIcon = lucideIcon(lucide.Users)
export const LeaveIcon = lucideIcon(lucide.LogOut, 'directed')
export const RefreshIcon = lucideIcon(lucide.RefreshCw)
export const CheckIcon = lucideIcon(lucide.Check)
export const CrossIcon = lucideIcon(lucide.X)
export const DeniedIcon = lucideIcon(lucide.Ban)
export const DoorIcon = lucideIcon(lucide.DoorClosed)
export const OpenGateIcon = lucideIcon(lucide.DoorOpen)
export const SignalIcon = lucideIcon(lucide.Wifi)
export const SignalOffIcon = lucideIcon(lucide.WifiOff)
export const IntercomIcon = lucideIcon(lucide.Speaker)
export const ChevronDownIcon = lucideIcon(lucide.ChevronDown)
export const ArrowIcon = lucideIcon(lucide.ArrowRight, 'directed')
export const BellIcon = lucideIcon(lucide.Bell)
export const TrashIcon = lucideIcon(lucide.Trash)
export const ClockIcon = lucideIcon(lucide.Clock)
export const DeviceIcon = lucideIcon(lucide.Tablet)
export const ImportIcon = lucideIcon(lucide.Upload)
export const LoadIcon = lucideIcon(lucide.ChartColumn)
export const HealthIcon = lucideIcon(lucide.Activity)
export const InspectorIcon = lucideIcon(lucide.Workflow)
export const RulesIcon = lucideIcon(lucide.BookOpen)
export const AuditIcon = lucideIcon(lucide.FileText)
export const CollapseIcon = lucideIcon(lucide.PanelLeftClose, 'directed')
export const ChevronStartIcon = lucideIcon(lucide.ChevronLeft, 'directed')
export const ChevronEndIcon = lucideIcon(lucide.ChevronRight, 'directed')
export const ArrowUpIcon = lucideIcon(lucide.ArrowUp)
export const SoundIcon = lucideIcon(lucide.Volume2)
export const SoundOffIcon = lucideIcon(lucide.VolumeX)
export const MoonIcon = lucideIcon(lucide.Moon)
export const SunIcon = lucideIcon(lucide.Sun)
export const StyleIcon = lucideIcon(lucide.SlidersHorizontal)
export const EnterFullscreenIcon = lucideIcon(lucide.Maximize)
export const LeaveFullscreenIcon = lucideIcon(lucide.Minimize)

/** Icon of the Lucide set; the sign-in page has its own, smaller files (`alert-icon.tsx`, `eye-icons.tsx`). */
function lucideIcon(shapes: lucide.IconNode, direction?: 'directed') {
  return icon(
    shapes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index })),
    direction,
  )
}
