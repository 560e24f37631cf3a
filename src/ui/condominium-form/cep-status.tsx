import { useSelector } from '@xstate/react'
import type { CondominiumFormRef } from './draft-hooks.ts'

const texts = {
  idle: '',
  looking: 'Buscando o endereço…',
  found: 'Endereço preenchido. Confira-o e informe o número.',
  townWide: 'Este CEP vale para a cidade toda: confira a rua e o bairro, ou informe-os.',
  unknown: 'CEP não encontrado. Confira os números, ou preencha o endereço.',
  unavailable: 'A busca do CEP não respondeu. Tente de novo, ou preencha o endereço.',
} as const

/** Shows the status of the CEP lookup; the person can fill in every field by hand in any status. */
export function CepStatus({ form, id }: { form: CondominiumFormRef; id: string }) {
  const status = useSelector(form, ({ value }) => (typeof value === 'object' ? value.open.cep : 'idle'))
  return (
    <div className="cep-status" data-status={status}>
      <p id={id} role="status">
        {texts[status]}
      </p>
      {status === 'unavailable' && (
        <button type="button" className="btn btn-sm btn-quiet" onClick={() => form.send({ type: 'cep.retry' })}>
          Buscar de novo
        </button>
      )}
    </div>
  )
}
