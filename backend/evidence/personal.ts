/**
 * A value that belongs to a person (name, e-mail, address). The record contains a salted hash; value and salt are stored beside it, and can
 * be erased without breaking the chain. `of` is the person's id.
 */
export class Personal {
  readonly of: string
  readonly value: string

  constructor(of: string, value: string) {
    this.of = of
    this.value = value
  }
}
