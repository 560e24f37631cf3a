import { isOpen } from '../../../../contract/incidents/open-lives.ts'
import { isPassedTo } from '../../../../contract/incidents/passed-incident.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import type { IncidentAction, StepAction } from '../../../../contract/wire/requests/incidents.ts'

/** Actions on the incident itself; those on the steps of its procedure are beside the steps. */
export type OwnAction = Exclude<IncidentAction, StepAction>['deed']

/** Actions that a person may take for an incident; the server makes the final decision (INC-3, INC-4, DESK-5). */
export function actionsFor(incident: Incident, userId: string, isOwnerPresent?: boolean): readonly OwnAction[] {
  const { life, owner, kind, failing } = incident
  const actions: OwnAction[] = []
  if (isOpen(incident)) {
    if (owner === null || isPassedTo(incident, userId)) actions.push('claim')
    if (isOwnerPresent === false && owner?.id !== userId) actions.push('take-over')
    if (life === 'claimed' && owner?.id === userId) actions.push('release')
    if (owner !== null) actions.push('hand-over')
    actions.push(life === 'silenced' ? 'end-silence' : 'silence')
  }
  if (life !== 'merged') actions.push('comment')
  if (life === 'resolved' || (isOpen(incident) && (kind !== 'contact' || failing === 0))) actions.push('close')
  return actions
}

/** Labels of the actions. */
export const actionWords: Readonly<Record<OwnAction, string>> = {
  claim: 'Estou cuidando',
  release: 'Devolver',
  'hand-over': 'Passar para…',
  'take-over': 'Assumir',
  comment: 'Comentar',
  silence: 'Silenciar…',
  'end-silence': 'Encerrar silêncio',
  close: 'Encerrar…',
}
