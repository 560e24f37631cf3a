import { BrandMark } from '../icons/brand.tsx'

/** What stands on the page while nothing else can; the same markup stands in `index.html` before the script has run. */
export function Splash() {
  return (
    <div className="splash">
      <BrandMark />
      <p>Carregando o painel…</p>
    </div>
  )
}
