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
  plainText:
    'Este arquivo é um texto (CSV), e não é uma planilha do Excel. No Excel, abra-o em “Dados”, “De Texto/CSV”, com todas as colunas como Texto, e salve como “Pasta de Trabalho do Excel (.xlsx)”.',
  webPage:
    'Este arquivo é uma página da web ou um XML com nome de planilha, e não é uma planilha do Excel. Abra-o no Excel e salve como “Pasta de Trabalho do Excel (.xlsx)”.',
  binary:
    'Esta é uma planilha binária do Excel (.xlsb). Abra-a no Excel e salve como “Pasta de Trabalho do Excel (.xlsx)”.',
  openDocument:
    'Esta é uma planilha do LibreOffice (.ods). Abra-a no LibreOffice ou no Excel e salve como “Pasta de Trabalho do Excel (.xlsx)”.',
  numbers: 'Esta é uma planilha do Numbers. No Numbers, use “Exportar para”, “Excel…”, formato .xlsx.',
  hiddenSheets:
    'Todas as abas com células estão ocultas. No Excel, reexiba a aba dos dispositivos, salve e envie de novo.',
  encoding:
    'O texto desta planilha está em uma codificação que não pôde ser lida. Abra-a no Excel, salve de novo e tente outra vez.',
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
