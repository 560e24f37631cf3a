/** What the project has to do in one area: a sentence for each requirement, by its id, in their order. */
export interface Area {
  title: string
  requirements: Readonly<Record<string, string>>
}
