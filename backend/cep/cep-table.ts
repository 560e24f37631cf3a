import type { CepAddress } from '../../contract/wire/answers/cep.ts'

/** Finds an address without a network: public CEPs of streets and towns from every region, for demos and tests. */
export function knownAddress(cep: string): CepAddress | undefined {
  return addresses.get(cep)
}

const table = `
01001000|Praça da Sé|Sé|São Paulo|SP
01153000|Rua Vitorino Carmilo|Barra Funda|São Paulo|SP
01305000|Rua Augusta|Consolação|São Paulo|SP
01310100|Avenida Paulista|Bela Vista|São Paulo|SP
01310200|Avenida Paulista|Bela Vista|São Paulo|SP
04538133|Avenida Brigadeiro Faria Lima|Itaim Bibi|São Paulo|SP
04543011|Avenida Presidente Juscelino Kubitschek|Vila Nova Conceição|São Paulo|SP
05010000|Rua Caiubi|Perdizes|São Paulo|SP
11010151|Rua XV de Novembro|Centro|Santos|SP
12227010|Avenida dos Astronautas|Jardim da Granja|São José dos Campos|SP
13083859|Rua Sérgio Buarque de Holanda|Cidade Universitária|Campinas|SP
20021340|Praça Senador Salgado Filho|Centro|Rio de Janeiro|RJ
20040008|Avenida Rio Branco|Centro|Rio de Janeiro|RJ
20081240|Praça Mauá|Centro|Rio de Janeiro|RJ
20550013|Rua São Francisco Xavier|Maracanã|Rio de Janeiro|RJ
22021001|Avenida Atlântica|Copacabana|Rio de Janeiro|RJ
22290255|Avenida Pasteur|Urca|Rio de Janeiro|RJ
22460030|Rua Pacheco Leão|Jardim Botânico|Rio de Janeiro|RJ
29075910|Avenida Fernando Ferrari|Goiabeiras|Vitória|ES
31275000|Avenida Antônio Abrahão Caram|São José|Belo Horizonte|MG
40026280|Largo do Pelourinho|Pelourinho|Salvador|BA
50030360|Praça do Arsenal da Marinha|Recife|Recife|PE
51020280|Rua Padre Carapuceiro|Boa Viagem|Recife|PE
60030160|Rua Liberato Barroso|Centro|Fortaleza|CE
60060390|Rua Dragão do Mar|Praia de Iracema|Fortaleza|CE
60165121|Avenida Beira Mar|Meireles|Fortaleza|CE
66075110|Rua Augusto Corrêa|Guamá|Belém|PA
69058795|Avenida Constantino Nery|Flores|Manaus|AM
70160900|Praça dos Três Poderes|Zona Cívico-Administrativa|Brasília|DF
74605010|Avenida Universitária|Setor Leste Universitário|Goiânia|GO
78060900|Avenida Fernando Corrêa da Costa|Boa Esperança|Cuiabá|MT
80060000|Rua XV de Novembro|Centro|Curitiba|PR
80210390|Rua Engenheiro Ostoja Roguski|Jardim Botânico|Curitiba|PR
80530000|Avenida Cândido de Abreu|Centro Cívico|Curitiba|PR
80530230|Rua Marechal Hermes|Centro Cívico|Curitiba|PR
82130010|Rua João Gava|Abranches|Curitiba|PR
88010030|Rua Jerônimo Coelho|Centro|Florianópolis|SC
89010025|Rua Doutor Luiz de Freitas Melro|Centro|Blumenau|SC
90020004|Rua dos Andradas|Centro Histórico|Porto Alegre|RS
90040060|Avenida Paulo Gama|Farroupilha|Porto Alegre|RS
90420200|Rua Domingos José de Almeida|Rio Branco|Porto Alegre|RS
91420270|Rua São Domingos|Bom Jesus|Porto Alegre|RS
12460000|||Campos do Jordão|SP
13825000|||Holambra|SP
23970000|||Paraty|RJ
29260000|||Domingos Martins|ES
36325000|||Tiradentes|MG
39100000|||Diamantina|MG
46960000|||Lençóis|BA
53990000|||Fernando de Noronha|PE
57955000|||Maragogi|AL
59178000|||Tibau do Sul|RN
62598000|||Jijoca de Jericoacoara|CE
64770000|||São Raimundo Nonato|PI
65590000|||Barreirinhas|MA
68721000|||Salinópolis|PA
68980000|||Oiapoque|AP
69345000|||Pacaraima|RR
69735000|||Presidente Figueiredo|AM
69930000|||Xapuri|AC
72980000|||Pirenópolis|GO
76850000|||Guajará-Mirim|RO
77593000|||Mateiros|TO
78195000|||Chapada dos Guimarães|MT
79290000|||Bonito|MS
83350000|||Morretes|PR
88600000|||São Joaquim|SC`

const addresses = new Map(
  table
    .trim()
    .split('\n')
    .map((row): [string, CepAddress] => {
      const [cep = '', street = '', district = '', city = '', state = ''] = row.split('|')
      return [cep, { cep, street, complement: '', district, city, state }]
    }),
)
