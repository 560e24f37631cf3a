/** A problem of the whole file; `message` is a text for a person. */
export class SpreadsheetProblem extends Error {
  override readonly name = 'SpreadsheetProblem'
}

export const fileTexts = {
  unread: 'O navegador não conseguiu ler o arquivo. Escolha-o de novo.',
  empty: 'O arquivo está vazio.',
  tooLarge: 'O arquivo tem mais de 5 MB. Divida a planilha em arquivos menores.',
  notSpreadsheet:
    'Este arquivo não é uma planilha do Excel. Use o modelo, ou salve a sua planilha como “Pasta de Trabalho do Excel (.xlsx)”.',
  oldFormat:
    'Esta planilha está em um formato antigo do Excel (.xls). Abra-a no Excel e salve como “Pasta de Trabalho do Excel (.xlsx)”.',
  locked: 'Esta planilha está protegida por senha. Retire a senha no Excel, salve e envie de novo.',
  macros:
    'Esta planilha contém macros, que não são aceitas. Salve-a como “Pasta de Trabalho do Excel (.xlsx)”, sem macros.',
  bomb: 'O conteúdo desta planilha é grande demais depois de descompactado. Copie só as linhas de dispositivos para o modelo.',
  damaged: 'Esta planilha está danificada e não pôde ser lida. Abra-a no Excel, salve de novo e tente outra vez.',
} as const

/** A file that cannot be parsed. */
export function unreadable(): SpreadsheetProblem {
  return new SpreadsheetProblem(fileTexts.damaged)
}
