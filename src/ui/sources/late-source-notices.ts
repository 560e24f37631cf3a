import { lateCode } from '../parts/loading/late-code.ts'

/** Fetched ahead, because it is shown when nothing can be fetched. */
export const lateSourceNotices = lateCode(() => import('./source-notices.tsx'))
