export type DemoCondominium = {
  name: string
  code: string
  address: { cep: string; street: string; number: string; district: string; city: string; state: string }
  devices: string[]
  /** Minutes since the newest of its seeded events; absent: no events yet. */
  quietMinutes?: number
}

export const demoCondominiums: DemoCondominium[] = [
  {
    name: 'Edifício Água Viva',
    code: 'AGUAVIVA',
    address: addressOf('Avenida Paulista, 1842, Bela Vista, São Paulo, SP, 01310100'),
    devices: ['Leitor Social', 'Portão Garagem', 'Catraca Torre A', 'Catraca Torre B'],
    quietMinutes: 0,
  },
  {
    name: 'Residencial São João',
    code: 'SAOJOAO',
    address: addressOf('Rua dos Pinheiros, 870, Pinheiros, São Paulo, SP, 05422030'),
    devices: ['Leitor Social', 'Leitor Serviço', 'Portão Garagem'],
    quietMinutes: 5,
  },
  {
    name: 'Condomínio Jardim das Acácias',
    code: 'ACACIAS',
    address: addressOf('Rua Coronel Quirino, 411, Cambuí, Campinas, SP, 13025320'),
    devices: ['Leitor Social', 'Portão Pedestre', 'Cancela Entrada', 'Cancela Saída'],
    quietMinutes: 18,
  },
  {
    name: 'Edifício Maranhão',
    code: 'MARANHAO',
    address: addressOf('Rua Maranhão, 155, Higienópolis, São Paulo, SP, 01240001'),
    devices: ['Leitor Social', 'Portão Garagem', 'Leitor Academia'],
    quietMinutes: 125,
  },
  {
    name: 'Residencial Ipê Amarelo',
    code: 'IPEAMARELO',
    address: addressOf('Avenida Água Verde, 2200, Água Verde, Curitiba, PR, 80240000'),
    devices: ['Leitor Social', 'Portão Garagem', 'Catraca Clube'],
    quietMinutes: 2,
  },
  {
    name: 'Condomínio Parque dos Manacás',
    code: 'MANACAS',
    address: addressOf('Avenida Albino Oliveira, 98, Barão Geraldo, Campinas, SP, 13084010'),
    devices: ['Cancela Entrada', 'Cancela Saída', 'Leitor Visitantes', 'Portão Serviço'],
    quietMinutes: 41,
  },
  {
    name: 'Edifício Conceição',
    code: 'CONCEICAO',
    address: addressOf('Avenida do Café, 277, Jabaquara, São Paulo, SP, 04310000'),
    devices: ['Leitor Social', 'Portão Garagem', 'Leitor Serviço'],
    quietMinutes: 62,
  },
  {
    name: 'Residencial Três Irmãos',
    code: 'TRESIRMAOS',
    address: addressOf('Rua Padre Anchieta, 1303, Bigorrilho, Curitiba, PR, 82010000'),
    devices: ['Leitor Social', 'Portão Garagem', 'Interfone Portaria'],
  },
  {
    name: 'Condomínio Vila Atlântica',
    code: 'ATLANTICA',
    address: addressOf('Avenida Vicente de Carvalho, 30, Boqueirão, Santos, SP, 11045500'),
    devices: ['Leitor Social', 'Portão Garagem', 'Leitor Praia'],
    quietMinutes: 9,
  },
  {
    name: 'Edifício Coração de Maria',
    code: 'CORACAO',
    address: addressOf('Avenida Nossa Senhora de Copacabana, 664, Copacabana, Rio de Janeiro, RJ, 22041001'),
    devices: ['Leitor Social', 'Portão Serviço', 'Elevador Social'],
    quietMinutes: 27,
  },
  {
    name: 'Residencial Montanhês',
    code: 'MONTANHES',
    address: addressOf('Rua dos Guajajaras, 520, Centro, Belo Horizonte, MG, 30130010'),
    devices: ['Leitor Social', 'Portão Garagem', 'Catraca Torre B', 'Leitor Salão de Festas'],
    quietMinutes: 3 * 24 * 60,
  },
  {
    name: 'Condomínio Recanto do Açude',
    code: 'ACUDE',
    address: addressOf('Rua 9, 1045, Setor Oeste, Goiânia, GO, 74115060'),
    devices: ['Cancela Entrada', 'Cancela Saída', 'Leitor Pedestre'],
  },
]

/** Parses `street, number, district, city, state, CEP`. */
export function addressOf(text: string): DemoCondominium['address'] {
  const [street = '', number = '', district = '', city = '', state = '', cep = ''] = text.split(', ')
  return { cep, street, number, district, city, state }
}
