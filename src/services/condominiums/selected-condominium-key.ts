/** Local storage key of the selected condominium (CON-1). */
export const selectedCondominiumKey = 'condominium'
