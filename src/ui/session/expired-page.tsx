import { useFlow } from '../panel-context.tsx'
import { BrandMark } from '../parts/icons/brand.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'

/** Shown instead of every page after the session has ended (SES-6). */
export function ExpiredPage() {
  const session = useFlow('session')
  return (
    <main className="splash">
      <BrandMark />
      <ModalDialog
        title="Sessão expirada"
        text={
          <p>
            Sua sessão chegou ao fim e você saiu do painel por segurança. Entre novamente para continuar de onde parou.
          </p>
        }
      >
        <button
          type="button"
          className="btn btn-primary"
          data-initial-focus
          onClick={() => session.send({ type: 'session.confirmExpired' })}
        >
          Entrar novamente
        </button>
      </ModalDialog>
    </main>
  )
}
