import type { CepAddress } from '../../contract/wire/answers/cep.ts'

/** Finds an address without a network: public CEPs of streets and towns from every region, for demos and tests. */
export function knownAddress(cep: string): CepAddress | undefined {
  return addresses.get(cep)
}

const table = `
01001000|Praça da Sé|Sé|São Paulo|SP
01310100|Avenida Paulista|Bela Vista|São Paulo|SP
04538133|Avenida Brigadeiro Faria Lima|Itaim Bibi|São Paulo|SP
11010151|Rua XV de Novembro|Centro|Santos|SP
13083859|Rua Sérgio Buarque de Holanda|Cidade Universitária|Campinas|SP
20040008|Avenida Rio Branco|Centro|Rio de Janeiro|RJ
22021001|Avenida Atlântica|Copacabana|Rio de Janeiro|RJ
29075910|Avenida Fernando Ferrari|Goiabeiras|Vitória|ES
31275000|Avenida Antônio Abrahão Caram|São José|Belo Horizonte|MG
40026280|Largo do Pelourinho|Pelourinho|Salvador|BA
50030360|Praça do Arsenal da Marinha|Recife|Recife|PE
60060390|Rua Dragão do Mar|Praia de Iracema|Fortaleza|CE
66075110|Rua Augusto Corrêa|Guamá|Belém|PA
69058795|Avenida Constantino Nery|Flores|Manaus|AM
70160900|Praça dos Três Poderes|Zona Cívico-Administrativa|Brasília|DF
74605010|Avenida Universitária|Setor Leste Universitário|Goiânia|GO
80060000|Rua XV de Novembro|Centro|Curitiba|PR
88010030|Rua Jerônimo Coelho|Centro|Florianópolis|SC
90020004|Rua dos Andradas|Centro Histórico|Porto Alegre|RS
12460000|||Campos do Jordão|SP
53990000|||Fernando de Noronha|PE
79290000|||Bonito|MS`

const addresses = new Map(
  table
    .trim()
    .split('\n')
    .map((row): [string, CepAddress] => {
      const [cep = '', street = '', district = '', city = '', state = ''] = row.split('|')
      return [cep, { cep, street, complement: '', district, city, state }]
    }),
)
