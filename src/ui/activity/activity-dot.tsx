import type { ActivityState } from './activity-hooks.ts'

const names: Record<ActivityState, string> = { active: 'Ativo', inactive: 'Inativo', unknown: 'Atividade desconhecida' }

/** Draws a green disc, a red ring or a grey dash: the states differ in shape as well as in colour (CON-2). */
export function ActivityDot({ state }: { state: ActivityState }) {
  return (
    <span className={`activity-dot is-${state}`}>
      <span className="visually-hidden">{names[state]}</span>
    </span>
  )
}
