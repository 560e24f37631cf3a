import { defaultColours, themeTable, type Wear } from '../../../contract/theme/theme-table.ts'
import type { ThemeEvent } from '../../machines/theme/theme.machine.ts'
import { choiceEvents } from '../../machines/theme/theme-choices.ts'

type ChoiceEvents = typeof choiceEvents

/** The labels of a group's choices. */
export type StyleGroup = {
  [Group in keyof ChoiceEvents]: {
    group: Group
    legend: string
    labels: Readonly<Record<keyof ChoiceEvents[Group], string>>
  }
}[keyof ChoiceEvents]

/** Groups of spec §2 "Style switcher panel" except the colours, in the order of the specification (THM-7). */
export const styleGroups: readonly StyleGroup[] = [
  {
    group: 'mode',
    legend: 'Tema',
    labels: {
      light: 'Claro',
      dark: 'Escuro',
      transparent: 'Transparente',
      bgImg1: 'Fundo 1',
      bgImg2: 'Fundo 2',
      bgImg3: 'Fundo 3',
      bgImg4: 'Fundo 4',
    },
  },
  {
    group: 'layout',
    legend: 'Menu',
    labels: {
      vertical: 'Vertical',
      horizontalClick: 'Horizontal, ao clicar',
      horizontalHover: 'Horizontal, ao passar',
    },
  },
  { group: 'menuWidth', legend: 'Menu vertical', labels: { expanded: 'Com nomes', collapsed: 'Só ícones' } },
  {
    group: 'menuStyle',
    legend: 'Estilo do menu',
    labels: { themed: 'Do tema', light: 'Claro', color: 'Cor', dark: 'Escuro', gradient: 'Gradiente' },
  },
  {
    group: 'headerStyle',
    legend: 'Estilo do cabeçalho',
    labels: { themed: 'Do tema', light: 'Claro', color: 'Cor', dark: 'Escuro', gradient: 'Gradiente' },
  },
  {
    group: 'sidebarImage',
    legend: 'Imagem do menu',
    labels: {
      none: 'Nenhuma',
      image1: 'Imagem 1',
      image2: 'Imagem 2',
      image3: 'Imagem 3',
      image4: 'Imagem 4',
      image5: 'Imagem 5',
    },
  },
  { group: 'bodySkin', legend: 'Fundo da página', labels: { default: 'Padrão', style1: 'Lisa' } },
  { group: 'density', legend: 'Linhas das listas', labels: { default: 'Confortáveis', compact: 'Compactas' } },
  { group: 'width', legend: 'Largura', labels: { full: 'Janela inteira', boxed: 'Em caixa' } },
  { group: 'position', legend: 'Cabeçalho e menu', labels: { fixed: 'Fixos', scrollable: 'Rolam com a página' } },
  { group: 'direction', legend: 'Direção', labels: { ltr: 'Esquerda para direita', rtl: 'Direita para esquerda' } },
]

interface StyleChoice {
  choice: string
  event: ThemeEvent
  /** File name, without extension, of the background shown above the label. */
  picture: string | undefined
}

/** The choices of a group; the transparent theme begins with its default colour. */
export function choicesOf(group: StyleGroup['group']): StyleChoice[] {
  const wears: Readonly<Record<string, Wear>> = themeTable[group]
  return Object.entries(choiceEvents[group]).map(([choice, type]) => {
    const { backgroundImage, sidebarImage } = wears[choice]?.stored ?? {}
    return {
      choice,
      event: type === 'TransparentBackground' ? { type, color: defaultColours.background } : { type },
      picture: backgroundImage ?? sidebarImage,
    }
  })
}
