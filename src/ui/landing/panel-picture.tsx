import { StandingMark } from '../devices/standing-mark.tsx'
import { BrandMark } from '../parts/brand.tsx'
import { CheckIcon, DoorIcon, IntercomIcon, SearchIcon } from '../parts/icons.tsx'
import './panel-picture.css'

const label =
  'O painel: a busca encontra o Edifício Água Viva; três eventos ao vivo; e um leitor sem contato, ' +
  'com a frase que diz quando ele será chamado de novo.'

const found = [
  { name: 'Edifício Água Viva', isActive: true, event: 'Acesso liberado, agora' },
  { name: 'Residencial Águas Claras', isActive: false, event: 'há 2 horas' },
] as const

const events = [
  { Icon: CheckIcon, tone: 'tone-ok', what: 'Acesso liberado', where: 'Catraca Torre A', at: '08:54:20' },
  { Icon: IntercomIcon, tone: 'tone-info', what: 'Interfone', where: 'Bloco B, apto. 42', at: '08:53:58' },
  { Icon: DoorIcon, tone: 'tone-bad', what: 'Porta forçada', where: 'Portão Garagem', at: '08:51:07' },
] as const

/** The panel drawn small, as it looks on duty: nothing in it can be used. */
export function PanelPicture() {
  return (
    <div className="picture" role="img" aria-label={label}>
      <div className="picture-window">
        <div className="picture-header">
          <BrandMark />
          <span className="picture-search">
            <SearchIcon />
            agua
            <kbd>Ctrl K</kbd>
          </span>
          <span className="picture-pill tone-ok">Conectado</span>
        </div>
        <div className="picture-found">
          {found.map(({ name, isActive, event }) => (
            <div key={name} className={isActive ? 'picture-option is-highlighted' : 'picture-option'}>
              <span className={isActive ? 'picture-dot is-active' : 'picture-dot'} />
              <strong>{name}</strong>
              <span>{event}</span>
            </div>
          ))}
        </div>
        <div className="picture-events">
          <div className="picture-title">
            <strong>Eventos ao vivo</strong>
            <span>Edifício Água Viva</span>
          </div>
          {events.map(({ Icon, tone, what, where, at }) => (
            <div key={what} className={`picture-event ${tone}`}>
              <span className="picture-event-icon">
                <Icon />
              </span>
              <span>
                <strong>{what}</strong>
                <span>{where}</span>
              </span>
              <span>{at}</span>
            </div>
          ))}
        </div>
      </div>
      <div className="picture-device tone-bad">
        <StandingMark standing="open" />
        <div>
          <strong>Em pausa</strong>
          <p>Leitor Social está sem contato há 3 min. Nova tentativa em 1:12.</p>
        </div>
      </div>
    </div>
  )
}
