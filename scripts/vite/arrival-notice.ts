/** What `arrival-watch.ts` shows. It stands in index.html as an attribute of that script, which must be small: no double quotes in it. */
export const arrivalNotice = [
  '<h1>O painel ainda não chegou</h1>',
  '<p>Uma parte dele não veio em 20 segundos. O painel tenta de novo sozinho quando a rede ou o servidor voltar.</p>',
  "<p><button type='button' class='btn btn-primary'>Tentar novamente</button></p>",
].join('')
