import * as v from 'valibot'
import {
  contactProblems,
  enteredContact,
  longestContactLabel,
  longestContactText,
  mostContacts,
} from '../../fields/contact.ts'
import { contactRoles } from '../answers/contacts.ts'

const text = v.optional(v.string(), '')

const enteredContactSchema = v.pipe(
  v.object({
    role: v.picklist(contactRoles),
    label: v.pipe(
      text,
      v.description(`1 to ${longestContactLabel} characters for the role \`other\`, otherwise ignored`),
    ),
    name: v.pipe(text, v.description(`at most ${longestContactText} characters`)),
    phone: v.pipe(v.string(), v.description('area code and number, or a short number such as 190')),
    hours: v.pipe(text, v.description(`at most ${longestContactText} characters`)),
  }),
  v.transform(enteredContact),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    for (const [key, message] of Object.entries(contactProblems(value)))
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: { ...value }, key, value: '' }] })
  }),
)

/** The whole list, in the order of the calls. */
export const contactsBody = v.object({
  contacts: v.pipe(v.array(enteredContactSchema), v.maxLength(mostContacts, `Use no máximo ${mostContacts} contatos.`)),
})
