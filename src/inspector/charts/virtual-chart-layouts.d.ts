/** Where the parts of this version's charts go (`scripts/charts/`): all of them at once, so it is imported lazily. */
declare module 'virtual:chart-layouts' {
  const layouts: import('./chart-places.ts').AllChartPlaces
  export default layouts
}
