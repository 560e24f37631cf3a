import { useEffect, useRef } from 'react'
import { secondsText } from '../../../contract/texts/time-texts.ts'

const unnoticedMs = 5_000
const late: Keyframe[] = [{ opacity: 0 }, { opacity: 0, offset: 0.999 }, { opacity: 1 }]

/**
 * Notice for a frozen page (INC-8). Each beat sets the time in the text and restarts the animation; the browser's
 * compositor animates opacity even if the page's main thread is blocked.
 */
export function FrozenNotice({ beatAt }: { beatAt: number }) {
  const notice = useRef<HTMLParagraphElement>(null)
  const rise = useRef<Animation>(null)
  useEffect(() => {
    rise.current = notice.current?.animate(late, { duration: unnoticedMs, fill: 'both' }) ?? null
    return () => rise.current?.cancel()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each beat restarts the animation
  useEffect(() => {
    if (rise.current === null) return
    rise.current.currentTime = 0
    rise.current.play()
  }, [beatAt])
  return (
    <p ref={notice} className="wall-frozen position-fixed top-0 start-0 end-0 fw-semibold pe-none" aria-hidden="true">
      Parado desde {secondsText(beatAt)}: esta tela parou. Recarregue a página.
    </p>
  )
}
