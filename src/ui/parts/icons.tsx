import { icon } from './icon.tsx'

export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const SearchIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm9 2-4-4" />)
export const DashboardIcon = icon(<path d="M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z" />)
export const BuildingIcon = icon(<path d="M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3" />)
export const PersonIcon = icon(<path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c.5-4 3.700-6 8-6s7.500 2 8 6" />)
export const LeaveIcon = icon(<path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9" />, 'directed')
export const RefreshIcon = icon(
  <path d="M20 11a8 8 0 0 0-14.500-4L3 9.500M4 13a8 8 0 0 0 14.500 4l2.500-2.500M3 4v5.500h5.500M21 20v-5.500h-5.500" />,
)
export const CheckIcon = icon(<path d="m5 12.500 4.500 4.500L19 7.500" />)
export const CrossIcon = icon(<path d="m7 7 10 10M17 7 7 17" />)
export const DeniedIcon = icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.800 5.800l12.400 12.400" />)
export const DoorIcon = icon(<path d="M6 21V4l9-1v18zM15 6h4v15M3 21h18M12 12v1.500" />)
export const SignalIcon = icon(
  <path d="M12 19v.3M8.500 15.500a5 5 0 0 1 7 0M5.500 12a9.500 9.500 0 0 1 13 0M2.500 8.500a14 14 0 0 1 19 0" />,
)
export const SignalOffIcon = icon(
  <path d="M12 19v.3M8.500 15.500a5 5 0 0 1 7 0M5.500 12A9.500 9.500 0 0 1 10 9.600M2.500 8.500A14 14 0 0 1 7 5.800m6-.9a14 14 0 0 1 8.500 3.600M15 10a9.500 9.500 0 0 1 3.500 2M4 3l16 18" />,
)
export const IntercomIcon = icon(<path d="M6 3h12v18H6zM9 6.500h6M9 9h6M12 17a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />)
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const ArrowIcon = icon(<path d="M5 12h14M13 6l6 6-6 6" />, 'directed')
export const BellIcon = icon(<path d="M6 17V11a6 6 0 0 1 12 0v6l1.500 2h-15zM10 21.500h4" />)
export const TrashIcon = icon(<path d="M5 7h14M10 4h4M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5" />)
export const ClockIcon = icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2" />)
export const DeviceIcon = icon(<path d="M7 3h10v18H7zM10 6.500h4M12 17.500v.3M10 10h4v3h-4z" />)
export const ImportIcon = icon(<path d="M4 15v5h16v-5M12 15V4M7.500 8.500 12 4l4.500 4.500" />)
export const HealthIcon = icon(<path d="M3 12h4l2.500-6 4.500 12 2.500-6H21" />)
export const InspectorIcon = icon(
  <path d="M4 5h6v5H4zM14 14h6v5h-6zM10 7.500h4a3 3 0 0 1 3 3V14M14.500 11.500 17 14l2.500-2.500" />,
)
export const AuditIcon = icon(<path d="M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h5" />)
export const CollapseIcon = icon(<path d="M4 5h16v14H4zM9 5v14M16 10l-2 2 2 2" />, 'directed')
export const ChevronStartIcon = icon(<path d="m15 6-6 6 6 6" />, 'directed')
export const ChevronEndIcon = icon(<path d="m9 6 6 6-6 6" />, 'directed')
export const ArrowUpIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />)
export const MoonIcon = icon(<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z" />)
export const SunIcon = icon(
  <path d="M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM12 2v2.500M12 19.500V22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M2 12h2.500M19.500 12H22M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800" />,
)
export const StyleIcon = icon(
  <path d="M4 8h9M17 8h3M15 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM4 16h3M11 16h9M9 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />,
)
export const EnterFullscreenIcon = icon(<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />)
export const LeaveFullscreenIcon = icon(<path d="M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" />)
