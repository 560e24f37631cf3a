/** The documentation of the charts (`scripts/charts/`): one large module, so import it lazily. */
declare module 'virtual:chart-words' {
  const words: import('./chart-words.ts').AllChartWords
  export default words
}
