import { useFlow } from '../panel-context.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'

/** Asks before Reset All (THM-2). */
export function ResetThemeDialog() {
  const shell = useFlow('shell').send
  return (
    <ModalDialog
      title="Redefinir a aparência?"
      text={
        <>
          <p>
            O painel volta ao tema claro, ao menu vertical e às cores originais, e o que este navegador guardou do
            painel é apagado.
          </p>
          <p>Você continua conectado e no mesmo condomínio.</p>
        </>
      }
      onDismiss={() => shell({ type: 'reset.cancel' })}
    >
      <button
        type="button"
        className="btn btn-quiet"
        data-initial-focus
        onClick={() => shell({ type: 'reset.cancel' })}
      >
        Cancelar
      </button>
      <button type="button" className="btn btn-primary" onClick={() => shell({ type: 'reset.confirm' })}>
        Redefinir tudo
      </button>
    </ModalDialog>
  )
}
