import { icon } from './icon.tsx'

export const AlertIcon = icon('M12 4 2.500 20h19zM12 10v4.500M12 17.200v.3')
