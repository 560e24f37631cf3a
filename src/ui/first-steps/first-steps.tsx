import { useCondominiums, useCondominiumsStatus } from '../condominiums/condominium-hooks.ts'
import { useHealthCheck } from '../health/health-hooks.ts'
import { useFlowState } from '../panel-context.tsx'
import { lateCode, useLateCode } from '../parts/loading/late-code.ts'
import { usePermissions } from '../session/user-hooks.ts'
import { nextStep } from './next-step.ts'

const lateCard = lateCode(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)

/**
 * Guides a person with permission through the setup of a new installation; renders nothing after a device has answered.
 */
export function FirstSteps() {
  const condominiumCount = useCondominiums().length
  const isKnown = useCondominiumsStatus() === 'ready'
  const devices = useHealthCheck()?.details.devices ?? null
  const board = useFlowState('deviceList', (list) => list.context.board)
  const isSettingUp = usePermissions().includes('condominium:write')
  const step = nextStep({
    condominiumCount: isKnown ? condominiumCount : null,
    devices,
    offline: devices?.online === 0 ? [...(board?.offline() ?? [])] : [],
  })
  const Card = useLateCode(lateCard, step !== null && isSettingUp)
  if (step === null || !isSettingUp || Card === null) return null
  return <Card step={step} />
}
