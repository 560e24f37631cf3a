export type DemoCondominium = {
  name: string
  code: string
  address: { cep: string; street: string; number: string; district: string; city: string; state: string }
  devices: string[]
  /** Minutes since the newest of its seeded events; absent: no events yet. */
  quietMinutes?: number
}

/** Name; code; street, number, district, city, state, CEP; devices; minutes since the newest event, if there are events. */
const table = `
Edifício Água Viva; AGUAVIVA; Avenida Paulista, 1842, Bela Vista, São Paulo, SP, 01310100; Leitor Social, Portão Garagem, Catraca Torre A, Catraca Torre B; 0
Residencial São João; SAOJOAO; Rua dos Pinheiros, 870, Pinheiros, São Paulo, SP, 05422030; Leitor Social, Leitor Serviço, Portão Garagem; 5
Condomínio Jardim das Acácias; ACACIAS; Rua Coronel Quirino, 411, Cambuí, Campinas, SP, 13025320; Leitor Social, Portão Pedestre, Cancela Entrada, Cancela Saída; 18
Edifício Maranhão; MARANHAO; Rua Maranhão, 155, Higienópolis, São Paulo, SP, 01240001; Leitor Social, Portão Garagem, Leitor Academia; 125
Residencial Ipê Amarelo; IPEAMARELO; Avenida Água Verde, 2200, Água Verde, Curitiba, PR, 80240000; Leitor Social, Portão Garagem, Catraca Clube; 2
Condomínio Parque dos Manacás; MANACAS; Avenida Albino Oliveira, 98, Barão Geraldo, Campinas, SP, 13084010; Cancela Entrada, Cancela Saída, Leitor Visitantes, Portão Serviço; 41
Edifício Conceição; CONCEICAO; Avenida do Café, 277, Jabaquara, São Paulo, SP, 04310000; Leitor Social, Portão Garagem, Leitor Serviço; 62
Residencial Três Irmãos; TRESIRMAOS; Rua Padre Anchieta, 1303, Bigorrilho, Curitiba, PR, 82010000; Leitor Social, Portão Garagem, Interfone Portaria;
Condomínio Vila Atlântica; ATLANTICA; Avenida Vicente de Carvalho, 30, Boqueirão, Santos, SP, 11045500; Leitor Social, Portão Garagem, Leitor Praia; 9
Edifício Coração de Maria; CORACAO; Avenida Nossa Senhora de Copacabana, 664, Copacabana, Rio de Janeiro, RJ, 22041001; Leitor Social, Portão Serviço, Elevador Social; 27
Residencial Montanhês; MONTANHES; Rua dos Guajajaras, 520, Centro, Belo Horizonte, MG, 30130010; Leitor Social, Portão Garagem, Catraca Torre B, Leitor Salão de Festas; 4320
Condomínio Recanto do Açude; ACUDE; Rua 9, 1045, Setor Oeste, Goiânia, GO, 74115060; Cancela Entrada, Cancela Saída, Leitor Pedestre;
`

export const demoCondominiums: DemoCondominium[] = table.trim().split('\n').map(condominiumOf)

/** Parses a row of the table. */
export function condominiumOf(row: string): DemoCondominium {
  const [name = '', code = '', place = '', devices = '', quiet = ''] = row.split(/; ?/)
  const [street = '', number = '', district = '', city = '', state = '', cep = ''] = place.split(', ')
  return {
    name,
    code,
    address: { cep, street, number, district, city, state },
    devices: devices.split(', '),
    ...(quiet !== '' && { quietMinutes: Number(quiet) }),
  }
}
