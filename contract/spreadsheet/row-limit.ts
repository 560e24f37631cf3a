/** Rows of devices in one spreadsheet, without the header (HTTP-5). */
export const mostRows = 5_000
