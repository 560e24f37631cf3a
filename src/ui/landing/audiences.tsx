import { AuditIcon, DashboardIcon, IntercomIcon } from '../parts/icons.tsx'

const audiences = [
  {
    Icon: IntercomIcon,
    title: 'Portaria',
    text: 'Encontra o condomínio, acompanha quem chega e sabe o que dizer ao morador quando um leitor para.',
    tasks: ['Eventos de cada portão, com hora', 'Testar e reiniciar um dispositivo', 'Tudo também pelo teclado'],
  },
  {
    Icon: DashboardIcon,
    title: 'Administração',
    text: 'Vê de uma vez o que está online e o que não está, e cuida do cadastro dos dispositivos.',
    tasks: ['Números que levam à sua lista', 'Cadastrar, editar e desativar', 'Intervir, sempre com o motivo anotado'],
  },
  {
    Icon: AuditIcon,
    title: 'Auditoria',
    text: 'Reconstrói uma queda do começo ao fim, com o que o painel fez e o que cada pessoa decidiu.',
    tasks: ['Filtrar por dispositivo e período', 'Exportar em CSV e JSON', 'Registros que ninguém altera'],
  },
] as const

/** Who works with it, and at what. */
export function Audiences() {
  return (
    <section className="landing-section" aria-labelledby="para-quem">
      <h2 id="para-quem">Para quem trabalha com a portaria</h2>
      <ul className="landing-cards landing-audiences">
        {audiences.map(({ Icon, title, text, tasks }) => (
          <li key={title} className="card landing-card">
            <Icon />
            <h3>{title}</h3>
            <p>{text}</p>
            <ul>
              {tasks.map((task) => (
                <li key={task}>{task}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
