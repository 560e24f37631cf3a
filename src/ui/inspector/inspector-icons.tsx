import { icon } from '../parts/icons/icon.tsx'

export const PauseIcon = icon('M9 5v14M15 5v14')
export const StepBackIcon = icon('M18 5 9 12l9 7zM6 5v14', 'directed')
export const StepOnIcon = icon('m6 5 9 7-9 7zM18 5v14', 'directed')
export const ExportIcon = icon('M12 3v12m-5-5 5 5 5-5M4 20h16')
export const OpenFileIcon = icon('M3 19V6a1 1 0 0 1 1-1h5l2 3h7a1 1 0 0 1 1 1v2M3 19l3-8h15l-3 8z')
export const OutsideIcon = icon('M14 4h6v6m0-6-9 9M19 14v6H4V5h6', 'directed')
export const FartherIcon = icon('M5 12h14')
export const NearerIcon = icon('M5 12h14M12 5v14')
export const WholeIcon = icon('M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5')
export const ActiveIcon = icon('M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8m0-6v4m0 12v4M2 12h4m12 0h4')
export const GoAlongIcon = icon('M4 12h10m-4-4 4 4-4 4M17 7a5 5 0 0 1 0 10', 'directed')
