export type DemoCondominium = {
  name: string
  code: string
  address: { cep: string; street: string; number: string; district: string; city: string; state: string }
  devices: string[]
  /** Minutes since the newest of its seeded events; absent: none yet. */
  quietMinutes?: number
}

const saoPaulo = { city: 'São Paulo', state: 'SP' }
const campinas = { city: 'Campinas', state: 'SP' }
const curitiba = { city: 'Curitiba', state: 'PR' }

/** The twelve condominiums of the demo, forty devices in all. */
export const demoCondominiums: DemoCondominium[] = [
  {
    name: 'Edifício Água Viva',
    code: 'AGUAVIVA',
    address: { cep: '01310100', street: 'Avenida Paulista', number: '1842', district: 'Bela Vista', ...saoPaulo },
    devices: ['Leitor Social', 'Portão Garagem', 'Catraca Torre A', 'Catraca Torre B'],
    quietMinutes: 0,
  },
  {
    name: 'Residencial São João',
    code: 'SAOJOAO',
    address: { cep: '05422030', street: 'Rua dos Pinheiros', number: '870', district: 'Pinheiros', ...saoPaulo },
    devices: ['Leitor Social', 'Leitor Serviço', 'Portão Garagem'],
    quietMinutes: 5,
  },
  {
    name: 'Condomínio Jardim das Acácias',
    code: 'ACACIAS',
    address: { cep: '13025320', street: 'Rua Coronel Quirino', number: '411', district: 'Cambuí', ...campinas },
    devices: ['Leitor Social', 'Portão Pedestre', 'Cancela Entrada', 'Cancela Saída'],
    quietMinutes: 18,
  },
  {
    name: 'Edifício Maranhão',
    code: 'MARANHAO',
    address: { cep: '01240001', street: 'Rua Maranhão', number: '155', district: 'Higienópolis', ...saoPaulo },
    devices: ['Leitor Social', 'Portão Garagem', 'Leitor Academia'],
    quietMinutes: 125,
  },
  {
    name: 'Residencial Ipê Amarelo',
    code: 'IPEAMARELO',
    address: { cep: '80240000', street: 'Avenida Água Verde', number: '2200', district: 'Água Verde', ...curitiba },
    devices: ['Leitor Social', 'Portão Garagem', 'Catraca Clube'],
    quietMinutes: 2,
  },
  {
    name: 'Condomínio Parque dos Manacás',
    code: 'MANACAS',
    address: {
      cep: '13084010',
      street: 'Avenida Albino Oliveira',
      number: '98',
      district: 'Barão Geraldo',
      ...campinas,
    },
    devices: ['Cancela Entrada', 'Cancela Saída', 'Leitor Visitantes', 'Portão Serviço'],
    quietMinutes: 41,
  },
  {
    name: 'Edifício Conceição',
    code: 'CONCEICAO',
    address: { cep: '04310000', street: 'Avenida do Café', number: '277', district: 'Jabaquara', ...saoPaulo },
    devices: ['Leitor Social', 'Portão Garagem', 'Leitor Serviço'],
    quietMinutes: 62,
  },
  {
    name: 'Residencial Três Irmãos',
    code: 'TRESIRMAOS',
    address: { cep: '82010000', street: 'Rua Padre Anchieta', number: '1303', district: 'Bigorrilho', ...curitiba },
    devices: ['Leitor Social', 'Portão Garagem', 'Interfone Portaria'],
  },
  {
    name: 'Condomínio Vila Atlântica',
    code: 'ATLANTICA',
    address: {
      cep: '11045500',
      street: 'Avenida Vicente de Carvalho',
      number: '30',
      district: 'Boqueirão',
      city: 'Santos',
      state: 'SP',
    },
    devices: ['Leitor Social', 'Portão Garagem', 'Leitor Praia'],
    quietMinutes: 9,
  },
  {
    name: 'Edifício Coração de Maria',
    code: 'CORACAO',
    address: {
      cep: '22041001',
      street: 'Avenida Nossa Senhora de Copacabana',
      number: '664',
      district: 'Copacabana',
      city: 'Rio de Janeiro',
      state: 'RJ',
    },
    devices: ['Leitor Social', 'Portão Serviço', 'Elevador Social'],
    quietMinutes: 27,
  },
  {
    name: 'Residencial Montanhês',
    code: 'MONTANHES',
    address: {
      cep: '30130010',
      street: 'Rua dos Guajajaras',
      number: '520',
      district: 'Centro',
      city: 'Belo Horizonte',
      state: 'MG',
    },
    devices: ['Leitor Social', 'Portão Garagem', 'Catraca Torre B', 'Leitor Salão de Festas'],
    quietMinutes: 3 * 24 * 60,
  },
  {
    name: 'Condomínio Recanto do Açude',
    code: 'ACUDE',
    address: {
      cep: '74115060',
      street: 'Rua 9',
      number: '1045',
      district: 'Setor Oeste',
      city: 'Goiânia',
      state: 'GO',
    },
    devices: ['Cancela Entrada', 'Cancela Saída', 'Leitor Pedestre'],
  },
]
