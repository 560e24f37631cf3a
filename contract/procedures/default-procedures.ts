import type { ProcedureStep } from '../wire/answers/procedures.ts'
import type { ProcedureKind } from './procedure-kinds.ts'

const step = (text: string, more: Partial<ProcedureStep> = {}): ProcedureStep => ({
  text,
  role: null,
  isRequired: false,
  ...more,
})
const required = { isRequired: true }

/** Procedures of a customer who has not changed them (PROC-1). */
export const defaultProcedures: Readonly<Record<ProcedureKind, readonly ProcedureStep[]>> = {
  'door-forced': [
    step('Ver na câmera quem está no local', required),
    step('Ligar para a polícia se houver invasão', { role: 'police' }),
    step('Avisar o síndico', { role: 'manager', ...required }),
    step('Confirmar que o acesso está fechado', required),
  ],
  'gate-held-open': [
    step('Ver na câmera o que segura o portão', required),
    step('Pedir que liberem o portão'),
    step('Chamar a manutenção se o portão não fecha', { role: 'maintenance' }),
    step('Confirmar que o portão está fechado', required),
  ],
  'device-down': [
    step('Ver na câmera se o acesso está seguro'),
    step('Pedir ao zelador que confira energia e cabo', { role: 'caretaker' }),
    step('Chamar a manutenção se não voltar em 15 min', { role: 'maintenance' }),
  ],
  'condominium-down': [
    step('Perguntar ao zelador se há energia', { role: 'caretaker' }),
    step('Ligar para a companhia de energia', { role: 'power' }),
    step('Ligar para o provedor de internet', { role: 'internet' }),
    step('Avisar o síndico', { role: 'manager' }),
  ],
  'service-down': [
    step('Conferir a internet da central'),
    step('Ligar para o provedor de internet', { role: 'internet' }),
    step('Avisar a supervisão', { role: 'other' }),
  ],
  alarm: [
    step('Ver na câmera quem está no local', required),
    step('Ligar para a polícia se houver invasão', { role: 'police' }),
    step('Avisar o síndico', { role: 'manager' }),
  ],
  reported: [step('Avisar quem precisa saber', { role: 'manager' }), step('Confirmar que foi resolvido')],
}
