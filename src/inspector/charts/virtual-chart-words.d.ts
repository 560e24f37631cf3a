/** What the sources of the charts say of them (`scripts/charts/`): all of it at once, so it is imported lazily. */
declare module 'virtual:chart-words' {
  const words: import('./chart-words.ts').AllChartWords
  export default words
}
