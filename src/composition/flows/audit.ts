import type { auditMachine } from '../../machines/audit/audit.machine.ts'
import type { auditLogMachine } from '../../machines/audit/audit-log.machine.ts'
import { ofUser } from '../../machines/panel/panel-protocol.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    audit: typeof auditMachine
    auditLog: typeof auditLogMachine
  }
}

/** The audit records of this browser (AUD-2). */
export const audit: Flow<'audit'> = {
  chart: (neighbours) => import('../charts/signed-in/audit.ts').then((code) => code.audit(neighbours)),
  input: ofUser,
  hears: ['audit.noted', 'connectivity.online', 'socket.restored'],
}

/** The server's audit records (AUD-3). */
export const auditLog: Flow<'auditLog'> = {
  chart: (neighbours) => import('../charts/signed-in/audit.ts').then((code) => code.auditLog(neighbours)),
  hears: ['server.restored'],
  pages: [
    page('/audit', {
      code: async () => {
        const [{ AuditPage }] = await Promise.all([
          import('../../ui/audit/audit-page.tsx'),
          import('../files/audit-export.ts'),
        ])
        return AuditPage
      },
      permission: 'audit:read',
    }),
  ],
  menu: { group: 'Acompanhamento', label: 'Auditoria', icon: 'audit' },
}
