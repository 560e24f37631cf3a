import { choiceTexts, reportPlaceRule, wordsRule } from '../../../contract/fields/incident-words.ts'
import type { NewReport } from '../../../contract/wire/requests/incidents.ts'

/** The values of the form; '' where the person chose nothing. */
export type EnteredReport = Record<'condominiumId' | 'topic' | 'gravity' | 'where' | 'text', string> & {
  isOver: boolean
}

export type ReportField = Exclude<keyof EnteredReport, 'isOver'>

export type ReportProblems = Readonly<Partial<Record<ReportField, string>>>

const rules: Readonly<Record<ReportField, (text: string) => string | undefined>> = {
  condominiumId: (id) => (id === '' ? 'Escolha o condomínio.' : undefined),
  topic: (topic) => (topic === '' ? choiceTexts.topic : undefined),
  gravity: (gravity) => (gravity === '' ? choiceTexts.gravity : undefined),
  where: reportPlaceRule,
  text: wordsRule,
}

export const reportFields = Object.keys(rules) as readonly ReportField[]

/** The problem of each field that the server would refuse (BOOK-1). */
export function reportProblems(entered: EnteredReport): ReportProblems {
  return Object.fromEntries(
    reportFields.flatMap((field) => {
      const problem = rules[field](entered[field])
      return problem === undefined ? [] : [[field, problem]]
    }),
  )
}

/** Whether every choice of the form is made; the server checks the values. */
export function isComplete(entered: EnteredReport): entered is EnteredReport & NewReport {
  return Object.keys(reportProblems(entered)).length === 0
}
