import { Dialog } from 'radix-ui'
import { type RefObject, useId } from 'react'
import { defaultColours } from '../../../contract/theme/theme-table.ts'
import type { ThemeEvent } from '../../machines/theme/theme.machine.ts'
import { useFlow } from '../panel-context.tsx'
import { pageHeading } from '../parts/handed-on-focus.ts'
import { CloseIcon } from '../parts/icons/icons.tsx'
import { holdToasts } from '../parts/toast-place.ts'
import { useSwitcher } from '../shell/shell-hooks.ts'
import { ColourField } from './colour-field.tsx'
import { ResetThemeDialog } from './reset-theme-dialog.tsx'
import { choicesOf, type StyleGroup, styleGroups } from './style-choices.ts'
import { type ThemeGroup, usePickedColour, useThemeSettings } from './theme-hooks.ts'
import './style-switcher.css'

/** Panel on the right to choose the theme; choices apply immediately (THM-7). */
export function StyleSwitcher({ opener }: { opener: RefObject<HTMLElement | null> }) {
  const shell = useFlow('shell').send
  const isConfirming = useSwitcher() === 'confirming'
  return (
    <Dialog.Root open modal={false} onOpenChange={() => shell({ type: 'switcher.close' })}>
      <Dialog.Content
        ref={holdToasts}
        className="style-switcher popup-surface"
        aria-describedby={undefined}
        onEscapeKeyDown={(event) => isConfirming && event.preventDefault()}
        onInteractOutside={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // In a narrow window, the user menu has opened the panel and is closed now.
          const back = opener.current?.checkVisibility() ? opener.current : pageHeading()
          back?.focus()
        }}
      >
        <div className="style-switcher-top border-bottom d-flex align-items-center justify-content-between">
          <Dialog.Title>Personalizar</Dialog.Title>
          <Dialog.Close className="icon-button" aria-label="Fechar personalização">
            <CloseIcon />
          </Dialog.Close>
        </div>
        <div className="style-switcher-groups d-grid align-content-start overflow-y-auto">
          {styleGroups.slice(0, 1).map((group) => (
            <Choices key={group.group} {...group} />
          ))}
          <Colours />
          {styleGroups.slice(1).map((group) => (
            <Choices key={group.group} {...group} />
          ))}
        </div>
        <div className="style-switcher-bottom border-top d-grid">
          <button type="button" className="btn btn-quiet" onClick={() => shell({ type: 'reset.ask' })}>
            Redefinir tudo
          </button>
        </div>
        {isConfirming && <ResetThemeDialog />}
      </Dialog.Content>
    </Dialog.Root>
  )
}

function Choices({ group, legend, labels }: StyleGroup) {
  const texts: Readonly<Record<string, string>> = labels
  const chosen = shownChoice(group, useThemeSettings(group))
  const choose = useFlow('theme').send
  const name = useId()
  return (
    <fieldset className="style-choices min-w-0 m-0 p-0 border-0">
      <legend>{legend}</legend>
      <div className="d-flex flex-wrap gap-2">
        {choicesOf(group).map(({ choice, event, picture }) => (
          <label
            key={choice}
            className={`style-choice position-relative d-inline-grid rounded text-sm ${picture === undefined ? '' : 'is-picture'}`}
            style={picture === undefined ? undefined : { backgroundImage: `url('/backgrounds/${picture}.svg')` }}
          >
            <input
              type="radio"
              className="position-absolute m-0 opacity-0"
              name={name}
              checked={choice === chosen}
              onChange={() => choose(event)}
            />
            <span>{texts[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function shownChoice(group: ThemeGroup, choice: string | null): string | null {
  if (group !== 'mode') return choice
  return choice === 'systemLight' ? 'light' : choice === 'systemDark' ? 'dark' : choice
}

function Colours() {
  const mode = useThemeSettings('mode')
  const primary = usePickedColour('primary') ?? defaultColours.primary
  const background = usePickedColour('background') ?? defaultColours.background
  const choose = useFlow('theme').send
  return (
    <fieldset className="style-choices min-w-0 m-0 p-0 border-0">
      <legend>Cores</legend>
      <div className="d-grid gap-10">
        <ColourField label="Cor principal" value={primary} onPick={(color) => choose(primaryEvent(mode, color))} />
        <ColourField
          label="Cor de fundo"
          note="Usa o tema transparente"
          value={background}
          onPick={(color) => choose({ type: 'TransparentBackground', color })}
        />
      </div>
    </fieldset>
  )
}

/** Each mode has its own primary colour (spec §4). */
function primaryEvent(mode: string | null, color: string): ThemeEvent {
  if (mode === 'transparent') return { type: 'transparentPrimary', color }
  if (mode?.startsWith('bgImg')) return { type: 'BgImgPrimary', color }
  return mode === 'dark' || mode === 'systemDark' ? { type: 'darkPrimary', color } : { type: 'lightPrimary', color }
}
