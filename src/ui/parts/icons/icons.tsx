import {
  Activity,
  ArrowLeftRight,
  ArrowRight,
  ArrowUp,
  Ban,
  Bell,
  BuildingComplex,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Clock,
  DoorClosed,
  DoorOpen,
  FileText,
  type IconNode,
  LayoutDashboard,
  LogOut,
  Maximize,
  Menu,
  Minimize,
  Moon,
  PanelLeftClose,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Speaker,
  Sun,
  Tablet,
  Trash,
  Upload,
  User,
  Users,
  Wifi,
  WifiOff,
  Workflow,
  X,
} from 'lucide'
import { createElement } from 'react'
import { icon } from './icon.tsx'

export const MenuIcon = lucide(Menu)
export const CloseIcon = lucide(X)
export const SearchIcon = lucide(Search)
export const DashboardIcon = lucide(LayoutDashboard)
export const BuildingIcon = lucide(BuildingComplex)
export const HandoverIcon = lucide(ArrowLeftRight)
export const PersonIcon = lucide(User)
export const PeopleIcon = lucide(Users)
export const LeaveIcon = lucide(LogOut, 'directed')
export const RefreshIcon = lucide(RefreshCw)
export const CheckIcon = lucide(Check)
export const CrossIcon = lucide(X)
export const DeniedIcon = lucide(Ban)
export const DoorIcon = lucide(DoorClosed)
export const OpenGateIcon = lucide(DoorOpen)
export const SignalIcon = lucide(Wifi)
export const SignalOffIcon = lucide(WifiOff)
export const IntercomIcon = lucide(Speaker)
export const ChevronDownIcon = lucide(ChevronDown)
export const ArrowIcon = lucide(ArrowRight, 'directed')
export const BellIcon = lucide(Bell)
export const TrashIcon = lucide(Trash)
export const ClockIcon = lucide(Clock)
export const DeviceIcon = lucide(Tablet)
export const ImportIcon = lucide(Upload)
export const LoadIcon = lucide(ChartColumn)
export const HealthIcon = lucide(Activity)
export const InspectorIcon = lucide(Workflow)
export const AuditIcon = lucide(FileText)
export const CollapseIcon = lucide(PanelLeftClose, 'directed')
export const ChevronStartIcon = lucide(ChevronLeft, 'directed')
export const ChevronEndIcon = lucide(ChevronRight, 'directed')
export const ArrowUpIcon = lucide(ArrowUp)
export const MoonIcon = lucide(Moon)
export const SunIcon = lucide(Sun)
export const StyleIcon = lucide(SlidersHorizontal)
export const EnterFullscreenIcon = lucide(Maximize)
export const LeaveFullscreenIcon = lucide(Minimize)

/** Icon of the Lucide set; the sign-in page has its own, smaller files (`alert-icon.tsx`, `eye-icons.tsx`). */
function lucide(shapes: IconNode, direction?: 'directed') {
  return icon(
    shapes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index })),
    direction,
  )
}
