import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId } from 'react'
import { useInspectorPart } from '../inspector-hooks.ts'
import type { InspectorPart } from '../inspectors.ts'
import { ResultLine } from '../result-line.tsx'
import { pageFaultChoices, pageFaultOf } from './page-fault-texts.ts'
import '../../parts/forms/form-select.css'

const parts = ['server', 'socket', 'push', 'clock'] as const

/** Makes server, socket, push and clock fail for this page, until it is reloaded (INS-7). */
export function PageFaultsControl() {
  const faults = useInspectorPart('pageFaults')
  return faults === null ? null : <KnownPageFaults faults={faults} />
}

function KnownPageFaults({ faults }: { faults: InspectorPart<'pageFaults'> }) {
  const set = useSelector(faults, ({ context }) => context.faults)
  const problem = useSelector(faults, ({ context }) => context.problem)
  const isApplied = useSelector(faults, (snapshot) => snapshot.hasTag('applied'))
  const isFailed = useSelector(faults, (snapshot) => snapshot.hasTag('error'))
  const id = useId()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    faults.send({
      type: 'pageFaults.set',
      faults: {
        server: pageFaultOf('server', entered.get('server')),
        socket: pageFaultOf('socket', entered.get('socket')),
        push: pageFaultOf('push', entered.get('push')),
        clock: pageFaultOf('clock', entered.get('clock')),
      },
    })
  }

  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <div className="card-heading">
        <h2 id={`${id}-title`}>Falhas desta página</h2>
        <p>Só este navegador as percebe. Recarregar a página desfaz todas.</p>
      </div>
      <form noValidate className="card-part d-grid gap-12" onSubmit={submit}>
        {parts.map((part) => (
          <div key={part}>
            <label className="form-label" htmlFor={`${id}-${part}`}>
              {pageFaultChoices[part].label}
            </label>
            <select id={`${id}-${part}`} name={part} className="form-select" defaultValue={set[part] ?? ''}>
              <option value="">Em ordem</option>
              {pageFaultChoices[part].faults.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        ))}
        <div className="d-flex flex-wrap gap-12">
          <button type="submit" className="btn btn-primary">
            Aplicar à página
          </button>
          <button type="button" className="btn btn-quiet" onClick={() => faults.send({ type: 'pageFaults.push' })}>
            Receber mensagem push
          </button>
        </div>
        <ResultLine text={isApplied ? `Aplicado: ${appliedText(set)}.` : ''} />
        {isFailed && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
      </form>
    </section>
  )
}

function appliedText(set: { [Part in keyof typeof pageFaultChoices]: string | null }): string {
  const names = parts.flatMap((part) => {
    const found = pageFaultChoices[part].faults.find(({ value }) => value === set[part])
    return found === undefined ? [] : `${pageFaultChoices[part].label.toLowerCase()} – ${found.name}`
  })
  return names.length === 0 ? 'nenhuma falha' : names.join('; ')
}
