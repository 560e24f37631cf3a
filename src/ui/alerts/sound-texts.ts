/** Shown because a browser plays no sound before the first click on the page. */
export const soundBlockedText = 'O navegador não tocou o som. Clique em Ouvir para permitir.'
