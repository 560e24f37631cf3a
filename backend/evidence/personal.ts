/**
 * A value that belongs to a person (name, e-mail, address). The record contains a salted hash of the value. Value and
 * salt are stored beside the record, so that they can be erased without breaking the chain. `of` is the id of the
 * person.
 */
export class Personal {
  readonly of: string
  readonly value: string

  constructor(of: string, value: string) {
    this.of = of
    this.value = value
  }
}
