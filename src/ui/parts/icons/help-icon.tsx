import { icon } from './icon.tsx'

export const HelpIcon = icon(
  'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM9.500 9.500a2.500 2.500 0 1 1 3.700 2.200c-.8.500-1.200 1-1.200 1.900M12 16.600v.2',
)
