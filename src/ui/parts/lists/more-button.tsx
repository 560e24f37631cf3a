import { BusyButton } from '../busy-button.tsx'
import { useFocusHandedOn } from '../handed-on-focus.ts'

/** Loads the next page of a list; after the last page, its focus goes to the last control before it. */
export function MoreButton({ className, isBusy, onMore }: { className: string; isBusy: boolean; onMore: () => void }) {
  const button = useFocusHandedOn<HTMLButtonElement>(controlBefore)
  return (
    <BusyButton ref={button} className={className} isBusy={isBusy} onClick={onMore}>
      Mostrar mais
    </BusyButton>
  )
}

function controlBefore(button: HTMLElement): HTMLElement | undefined {
  const controls = [...document.querySelectorAll<HTMLElement>('main :is(h1, a, button, input, select)')]
  return controls[controls.indexOf(button) - 1]
}
