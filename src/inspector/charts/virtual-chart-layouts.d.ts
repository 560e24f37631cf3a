/** The positions of this version's charts (`scripts/charts/`): one large module, so import it lazily. */
declare module 'virtual:chart-layouts' {
  const layouts: import('./chart-places.ts').AllChartPlaces
  export default layouts
}
