/** The page was not loaded again after a press. */
export const noPressMemory = {
  actions: { keepPress: () => {}, dropPress: () => {} },
  guards: { isPressOpen: () => false },
}
