import { lateCode } from '../../parts/loading/late-code.ts'

export const lateOperationTexts = lateCode(() => import('./operation-texts.ts'))
