import { z } from 'zod'
import { shorten } from '../format/text.ts'
import { fillPlaceholders, firstUnknown } from '../user-notices/notice.ts'
import { requiredLines, requiredName, yesOrNo } from '../validation/fields.ts'
import { ISSUE_TYPE_NAMES, type IssueType } from './issue.ts'

/** Characters of a note or of an answer, as sent: its placeholders may become longer. */
export const MAX_COMMENT = 500
/** Notes and answers of a report. */
export const MAX_COMMENTS = 100
/** Reports assigned at once: the embedded database serves no other request meanwhile. */
export const MAX_ASSIGNED = 20_000
/** Templates of answers in the settings. */
export const MAX_TEMPLATES = 20
const MAX_TEMPLATE_NAME = 60

/** The reports that a viewer's app lists. */
export const MAX_OWN_ISSUES = 50

export const COMMENT_MESSAGES = {
  text: 'Debe escribir un texto.',
  placeholder: (written: string) =>
    `El marcador «${written}» no existe: solo {titulo} y {error}, y ninguna otra llave.`,
  tooMany: `El reporte ya tiene ${MAX_COMMENTS} comentarios.`,
  tooManyAssigned: `Son demasiados reportes: como máximo ${MAX_ASSIGNED} a la vez. Use más filtros.`,
  noReports: 'No hay reportes que responder.',
  viewerGone: 'Quien lo reportó ya no existe: nadie leería la respuesta.',
  isAssigned: 'Debe indicar si se asigna o se quita la asignación.',
  templates: `Puede tener como máximo ${MAX_TEMPLATES} respuestas.`,
  templateName: 'Debe especificar el nombre de la respuesta.',
  templateTwice: 'Ya hay una respuesta con este nombre.',
} as const

/** The placeholders of an answer, with their meanings. */
export const ANSWER_PLACEHOLDERS = {
  titulo: 'Título del contenido',
  error: 'Error que se reportó',
} as const

const commentText = () => requiredLines(COMMENT_MESSAGES.text, MAX_COMMENT)

/** The message about a placeholder that answers don't have; undefined if there is none. */
const placeholderError = (text: string): string | undefined => {
  const written = firstUnknown(Object.keys(ANSWER_PLACEHOLDERS), text)
  return written === undefined ? undefined : COMMENT_MESSAGES.placeholder(shorten(written, 30))
}

export const answerText = () =>
  commentText().check(({ value, issues }) => {
    const message = placeholderError(value)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  })

/** The text of an answer about a report. */
export const fillAnswer = (text: string, report: { title: string; issueType: IssueType }): string =>
  fillPlaceholders(text, { titulo: report.title, error: ISSUE_TYPE_NAMES[report.issueType] })

/** Input of a note, or of an answer to the viewer (rule R13), with which the report may be repaired. */
export const newCommentSchema = z
  .strictObject({
    text: commentText(),
    isAnswer: yesOrNo(),
    repair: yesOrNo().meta({ description: 'También marca el reporte como reparado, si está abierto' }),
  })
  .check(({ value, issues }) => {
    const message = value.isAnswer ? placeholderError(value.text) : undefined
    if (message !== undefined) issues.push({ code: 'custom', input: value.text, path: ['text'], message })
  })
export type NewComment = z.output<typeof newCommentSchema>

/** The text of the dialogs, by kind. */
export const answerSchema = z.strictObject({ text: answerText() })
export const noteSchema = z.strictObject({ text: commentText() })

/** The message about an invalid answer; undefined if it is valid. */
export const answerTextError = (text: string): string | undefined =>
  answerSchema.safeParse({ text }).error?.issues[0]?.message

/** A template of answers (rule R18). */
export const answerTemplateSchema = z.strictObject({
  name: requiredName(COMMENT_MESSAGES.templateName, MAX_TEMPLATE_NAME).meta({ title: 'Nombre' }),
  text: answerText().meta({ title: 'Respuesta' }),
})
export type AnswerTemplate = z.output<typeof answerTemplateSchema>

const templateKey = (name: string): string => name.trim().toLowerCase()

/** The schema of a template, given the names of the others. */
export const uniqueTemplateSchema = (others: readonly string[]) => {
  const taken = new Set(others.map(templateKey))
  return answerTemplateSchema.extend({
    name: answerTemplateSchema.shape.name.refine(
      (name) => !taken.has(templateKey(name)),
      COMMENT_MESSAGES.templateTwice,
    ),
  })
}

export const answerTemplates = () =>
  z
    .array(answerTemplateSchema)
    .max(MAX_TEMPLATES, COMMENT_MESSAGES.templates)
    .refine(
      (templates) => new Set(templates.map(({ name }) => templateKey(name))).size === templates.length,
      COMMENT_MESSAGES.templateTwice,
    )
    .default([])
