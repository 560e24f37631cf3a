/**
 * A value that can be erased (name, e-mail, address). The record contains a salted hash; value and salt are stored
 * beside the record. In the actor, the value belongs to the acting person; in the data, to the subject's person.
 */
export class Personal {
  readonly value: string

  constructor(value: string) {
    this.value = value
  }
}
