import type { ThemeEvent } from '../../machines/theme/theme.machine.ts'
import type { ThemeGroup } from './theme-hooks.ts'

interface StyleChoice {
  /** State of the group when this choice is active. */
  choice: string
  label: string
  event: ThemeEvent
  /** File name, without extension, of the background shown above the label. */
  picture?: string
}

export interface StyleGroup {
  group: ThemeGroup
  legend: string
  choices: readonly StyleChoice[]
}

/** Defaults of the transparent theme (spec §9 "Theme defaults"). */
export const defaultBackground = '#141B2D'
export const defaultPrimary = '#0162e8'

/** Groups of spec §2 "Style switcher panel" except the colours, in its order (THM-7). */
export const styleGroups: readonly StyleGroup[] = [
  {
    group: 'mode',
    legend: 'Tema',
    choices: [
      { choice: 'light', label: 'Claro', event: { type: 'LightTheme' } },
      { choice: 'dark', label: 'Escuro', event: { type: 'DarkTheme' } },
      {
        choice: 'transparent',
        label: 'Transparente',
        event: { type: 'TransparentBackground', color: defaultBackground },
      },
      { choice: 'bgImg1', label: 'Fundo 1', event: { type: 'BgImg1' }, picture: 'bg-img1' },
      { choice: 'bgImg2', label: 'Fundo 2', event: { type: 'BgImg2' }, picture: 'bg-img2' },
      { choice: 'bgImg3', label: 'Fundo 3', event: { type: 'BgImg3' }, picture: 'bg-img3' },
      { choice: 'bgImg4', label: 'Fundo 4', event: { type: 'BgImg4' }, picture: 'bg-img4' },
    ],
  },
  {
    group: 'layout',
    legend: 'Menu',
    choices: [
      { choice: 'vertical', label: 'Vertical', event: { type: 'Verticalmenu' } },
      { choice: 'horizontalClick', label: 'Horizontal, ao clicar', event: { type: 'horizontalclickmenu' } },
      { choice: 'horizontalHover', label: 'Horizontal, ao passar', event: { type: 'Horizontalhovermenu' } },
    ],
  },
  {
    group: 'menuWidth',
    legend: 'Menu vertical',
    choices: [
      { choice: 'expanded', label: 'Com nomes', event: { type: 'ExpandMenu' } },
      { choice: 'collapsed', label: 'Só ícones', event: { type: 'CollapseMenu' } },
    ],
  },
  {
    group: 'menuStyle',
    legend: 'Estilo do menu',
    choices: [
      { choice: 'themed', label: 'Do tema', event: { type: 'ThemedMenu' } },
      { choice: 'light', label: 'Claro', event: { type: 'LightMenu' } },
      { choice: 'color', label: 'Cor', event: { type: 'ColorMenu' } },
      { choice: 'dark', label: 'Escuro', event: { type: 'DarkMenu' } },
      { choice: 'gradient', label: 'Gradiente', event: { type: 'GradientMenu' } },
    ],
  },
  {
    group: 'headerStyle',
    legend: 'Estilo do cabeçalho',
    choices: [
      { choice: 'themed', label: 'Do tema', event: { type: 'ThemedHeader' } },
      { choice: 'light', label: 'Claro', event: { type: 'LightHeader' } },
      { choice: 'color', label: 'Cor', event: { type: 'ColorHeader' } },
      { choice: 'dark', label: 'Escuro', event: { type: 'DarkHeader' } },
      { choice: 'gradient', label: 'Gradiente', event: { type: 'GradientHeader' } },
    ],
  },
  {
    group: 'sidebarImage',
    legend: 'Imagem do menu',
    choices: [
      { choice: 'none', label: 'Nenhuma', event: { type: 'NoMenuImage' } },
      { choice: 'image1', label: 'Imagem 1', event: { type: 'MenuImage1' }, picture: 'menu-img1' },
      { choice: 'image2', label: 'Imagem 2', event: { type: 'MenuImage2' }, picture: 'menu-img2' },
      { choice: 'image3', label: 'Imagem 3', event: { type: 'MenuImage3' }, picture: 'menu-img3' },
      { choice: 'image4', label: 'Imagem 4', event: { type: 'MenuImage4' }, picture: 'menu-img4' },
      { choice: 'image5', label: 'Imagem 5', event: { type: 'MenuImage5' }, picture: 'menu-img5' },
    ],
  },
  {
    group: 'bodySkin',
    legend: 'Fundo da página',
    choices: [
      { choice: 'default', label: 'Padrão', event: { type: 'DefaultBody' } },
      { choice: 'style1', label: 'Lisa', event: { type: 'BodyStyle1' } },
    ],
  },
  {
    group: 'density',
    legend: 'Linhas das listas',
    choices: [
      { choice: 'default', label: 'Confortáveis', event: { type: 'ComfortableRows' } },
      { choice: 'compact', label: 'Compactas', event: { type: 'CompactRows' } },
    ],
  },
  {
    group: 'width',
    legend: 'Largura',
    choices: [
      { choice: 'full', label: 'Janela inteira', event: { type: 'FullWidth' } },
      { choice: 'boxed', label: 'Em caixa', event: { type: 'Boxed' } },
    ],
  },
  {
    group: 'position',
    legend: 'Cabeçalho e menu',
    choices: [
      { choice: 'fixed', label: 'Fixos', event: { type: 'Fixed' } },
      { choice: 'scrollable', label: 'Rolam com a página', event: { type: 'Scrollable' } },
    ],
  },
  {
    group: 'direction',
    legend: 'Direção',
    choices: [
      { choice: 'ltr', label: 'Esquerda para direita', event: { type: 'LTR' } },
      { choice: 'rtl', label: 'Direita para esquerda', event: { type: 'RTL' } },
    ],
  },
]
