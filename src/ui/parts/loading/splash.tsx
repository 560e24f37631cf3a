import { BrandMark } from '../icons/brand.tsx'

/** Shown until a page can be rendered; `index.html` has the same markup for the time before the script runs. */
export function Splash() {
  return (
    <div className="splash">
      <BrandMark />
      <p>Carregando o painel…</p>
    </div>
  )
}
