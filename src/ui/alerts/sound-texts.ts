/** A browser plays nothing before somebody has clicked on the page. */
export const soundBlockedText = 'O navegador não tocou o som. Clique em Ouvir para permitir.'
