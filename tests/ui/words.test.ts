import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/** Words that a person would misread, each with its replacement: one thing has one word everywhere. */
const words: readonly [never: RegExp, instead: string][] = [
  [/equipamento|aparelho/i, 'dispositivo; the machine of a person: computador'],
  [/wordcode/i, 'código'],
  [/(?<!versão )\b(in)?dispon[ií]ve(l|is)\b|fora do ar|\bno ar\b|sem comunicação|\boffline\b/i, 'online, sem contato'],
  [/^[–-]$/, 'desconhecido, não sabemos'],
  [/^se sabe como|não se sabe/i, 'não sabemos'],
  [/\binativ[oa]s?\b/i, 'device: desativado; condominium: sem movimento'],
  [/condomínios? ativos?|^ativos$/i, 'com movimento'],
  [/circuit|disjuntor|\bbreaker\b/i, 'proteção do dispositivo'],
  [
    /^(meio[ -])?abertos?$|^fechados?$|\b(half.?open|OPEN|CLOSED)\b/i,
    'normal, em pausa, em teste: a porter would read that the gate is open',
  ],
  [/chamadas? recusadas?|recusa chamadas/i, 'não enviado: o dispositivo está em pausa até …'],
  [/redefini(?!r (a aparência|tudo))/i, 'retomar agora'],
  [
    /portas? (aberta|fechada)s?(?! sem autorização)|testes? de porta/i,
    'a rede responde, a rede não responde: a door is not a port',
  ],
  [/\bportas?\b(?! de rede| forçadas?| é forçada| aberta sem)/i, 'porta de rede'],
  [/poupad[oa]s?/i, 'em pausa neste painel'],
  [/servidor fora|servidor caiu/i, 'sem contato com o servidor'],
  [/\b(pool|database)\b/i, 'pelo conjunto de conexões; direto no cadastro'],
  [/\balarmes?\b|\bincidentes?\b/i, 'ocorrência'],
  [/\bassumir\b|\bACK\b/, 'Estou cuidando'],
  [/\b(shelving|snooze|soneca)\b/i, 'silenciar até'],
  [/\bkiosk\b/i, 'modo plantão'],
  [/\bcódigo [45]\d\d\b|\(status|\(código/i, 'what happened, in words'],
]

/** Exceptions: texts quoted from the specification, and texts with another meaning of the word. */
const quoted: readonly [file: RegExp, text: RegExp][] = [
  [/device-errors\.ts$/, /^O circuit breaker está OPEN para o dispositivo/],
  [/device-delete\.machine\.ts$|device-control-api\.ts$/, /^WordCode not found/],
  [/activity-dot\.tsx$/, /^Inativo$/],
  [/audit-table\.tsx$/, /^–$/],
  [/audit-store\.ts$/, /^No database$/],
  [/backend\/start-command\.ts$/, /^Guarita no ar: http/],
  [/device-sheet\.ts$/, /^Porta$/],
  [/close-reasons\.tsx$/, /^Alarme falso$/],
]

/** Files that may use the terms of the specification: 'Detalhes técnicos', the inspector and the wire contract. */
const technical = /src\/ui\/inspector\/|machines\/inspector\/|circuit-chart\.tsx$|contract\/wire\/routes/

const files = globSync('{src/ui,src/services,src/machines,src/composition,contract,backend}/**/*.{ts,tsx}').filter(
  (file) => !technical.test(file),
)
const portuguese =
  /[à-ú]|\b(o|os|um|uma|de|da|dos|das|em|para|por|que|com|sem|nem|já|neste|nesta|dispositivos?|painel|chamadas?|registros?)\b/i

const textsOf = new Map(files.map((file) => [file, textsIn(file, readFileSync(file, 'utf8'))]))

test.each(words)('no text of the panel contains %s (instead: %s)', (never) => {
  const found = [...textsOf].flatMap(([file, texts]) =>
    texts.filter((text) => never.test(text) && !isQuoted(file, text)).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

test.each(words)('the document on device failure does not contain %s (instead: %s)', (never) => {
  const document = readFileSync('docs/device-failure.pt-BR.md', 'utf8')
  // Code and the table of test names are in English. The glossary explains the word 'disjuntor' once.
  const english =
    /\| proteção, ou disjuntor \||<!-- transitions -->[\s\S]*<!-- \/transitions -->|```[\s\S]*?```|`[^`]*`/g
  const texts = document.replaceAll(english, '').split('\n')
  expect(texts.filter((text) => never.test(text))).toEqual([])
})

test('textsIn finds texts in every form of literal and skips technical ones', () => {
  const view = ['const a = <p title="Circuito aberto">Ver disjuntor</p>; f("Offline", `Redefinir $', '{a}`)'].join('')
  expect(textsIn('a.tsx', view)).toEqual(['Circuito aberto', 'Ver disjuntor', 'Offline', 'Redefinir …'])
  const chart =
    "import x from './pool.ts'; send({ type: 'no response', 'x-y': 'database', description: 'Open or closed.' })"
  expect(textsIn('a.ts', chart)).toEqual([])
})

function isQuoted(file: string, text: string): boolean {
  return quoted.some(([where, what]) => where.test(file) && what.test(text))
}

/** Lists the literals of a file that a person reads: Portuguese texts, and single words with a capital first letter. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  const descriptions = new Set<number>()
  const take = (text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (isForPeople(plain)) texts.push(plain)
  }
  new Visitor({
    // Only readers of charts see the description of a state.
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'description') descriptions.add(value.start)
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && !descriptions.has(start)) take(value)
    },
    JSXText({ value }) {
      take(value)
    },
    TemplateLiteral({ quasis }) {
      take(quasis.map(({ value }) => value.cooked ?? '').join('…'))
    },
  }).visit(parseSync(file, source).program)
  return texts
}

function isForPeople(text: string): boolean {
  if (text === '–') return true
  if (/^(select|insert|update|delete|with|create|alter) /i.test(text)) return false
  return /\s/.test(text) ? portuguese.test(text) || /^[A-ZÀ-Ú][a-zà-ú]/.test(text) : /^[A-ZÀ-Ú][a-zà-ú]+$/.test(text)
}
