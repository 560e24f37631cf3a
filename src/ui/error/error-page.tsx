import { useArrival } from '../page-arrival.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Brand } from '../parts/icons/brand.tsx'
import { unreachableText, useServedLoad } from '../parts/loading/served-load.ts'
import { isLateCode } from './late-code.ts'

const texts = {
  title: 'Erro',
  crashed: 'O painel parou. Recarregue a página; se acontecer de novo, mostre os detalhes técnicos ao suporte.',
  late: 'Uma parte do painel não chegou.',
  lateToo: 'O painel tenta de novo sozinho quando a rede ou o servidor voltar.',
  missing: 'Esta página não existe ou mudou de endereço. Confira o endereço ou volte ao início.',
  reload: 'Recarregar a página',
  home: 'Ir para o início',
} as const

/** Shown if a page throws or its code cannot be loaded (SHELL-3, LIVE-8). */
export function ErrorPage({ error, isInLayout = false }: { error: unknown; isInLayout?: boolean }) {
  const { message, stack } = inWords(error)
  return isLateCode(error) ? (
    <ErrorScreen message={texts.late} stack={stack ?? message} text={texts.lateToo} isInLayout={isInLayout} isLate />
  ) : (
    <ErrorScreen message={message} stack={stack} text={texts.crashed} isInLayout={isInLayout} />
  )
}

/** Error page of an unknown address (SHELL-3). */
export function NotFoundPage({ isInLayout = false }) {
  return <ErrorScreen message="404 Not Found" stack={null} text={texts.missing} isInLayout={isInLayout} />
}

interface ErrorScreenProps {
  message: string
  stack: string | null
  text: string
  /** Whether a layout with its own `main` surrounds the page. */
  isInLayout: boolean
  /** Whether the code is still missing; the parent then retries the load. */
  isLate?: boolean
}

function ErrorScreen({ message, stack, text, isInLayout, isLate = false }: ErrorScreenProps) {
  const heading = useArrival(texts.title)
  const [state, load] = useServedLoad()
  const Element = isInLayout ? 'div' : 'main'
  return (
    <Element className="notice-page" data-late={isLate && !isInLayout}>
      {!isInLayout && <Brand />}
      <h1 ref={heading} tabIndex={-1} lang="en">
        Unexpected Application Error!
      </h1>
      <p className="notice-page-message">{message}</p>
      <p>{text}</p>
      <div className="notice-page-actions">
        <BusyButton isBusy={state === 'asking'} onClick={() => load(() => location.reload())}>
          {texts.reload}
        </BusyButton>
        <a
          className="btn btn-quiet"
          href="/"
          onClick={(event) => {
            event.preventDefault()
            load(() => location.assign('/'))
          }}
        >
          {texts.home}
        </a>
      </div>
      <p role="status">{state === 'away' && unreachableText}</p>
      {stack !== null && (
        <details>
          <summary>Detalhes técnicos</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
    </Element>
  )
}

function inWords(error: unknown): { message: string; stack: string | null } {
  if (!(error instanceof Error)) return { message: String(error), stack: null }
  return { message: error.message || error.name, stack: error.stack ?? null }
}
