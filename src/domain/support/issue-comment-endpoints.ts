import { z } from 'zod'
import { batchStarted } from '../batches/batch.ts'
import { endpoints } from '../contract/endpoint.ts'
import { countOutput, instant, recordId } from '../contract/entity.ts'
import { id, yesOrNo } from '../validation/fields.ts'
import { ISSUE_TYPES } from './issue.ts'
import { answerText, COMMENT_MESSAGES, MAX_OWN_ISSUES, newCommentSchema } from './issue-comment.ts'
import { chosenReports } from './issue-endpoints.ts'
import { MEDIA_TYPES } from './media-types.ts'

/** Input of an answer to several reports, like that of a repair; with `status`, only to those that have it. */
const newAnswersSchema = z.strictObject({
  ...chosenReports,
  status: z.boolean().optional(),
  text: answerText(),
  repair: yesOrNo().meta({ description: 'También marca como reparados los que están abiertos' }),
})
export type NewAnswers = z.output<typeof newAnswersSchema>

const newAssignmentSchema = z.strictObject({
  ...chosenReports,
  status: z.boolean().optional(),
  isAssigned: z
    .boolean(COMMENT_MESSAGES.isAssigned)
    .meta({ description: 'true los asigna a quien pregunta, false quita la asignación' }),
})
export type NewAssignment = z.output<typeof newAssignmentSchema>

const commentOutput = z.object({
  _id: recordId,
  text: z.string(),
  isAnswer: z.boolean().meta({ description: 'true: la lee quien reportó; false: es una nota interna' }),
  date: instant(),
  userName: z.string().meta({ description: 'Vacío si el usuario ya no existe' }),
})
export type IssueComment = z.infer<typeof commentOutput>

/** A report for the app of the viewer who sent it: no notes, and no names of staff (rule R15). */
const ownIssueOutput = z.object({
  _id: recordId,
  mediaId: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  title: z.string(),
  issueType: z.enum(ISSUE_TYPES),
  status: z.boolean().meta({ description: 'true es Reparado, false es Reportado' }),
  date: instant(),
  answer: z.string().nullable().meta({ description: 'La última respuesta; null si no hay' }),
  answerDate: instant().nullable(),
  answers: z
    .array(z.object({ text: z.string(), date: instant() }))
    .meta({ description: 'Todas las respuestas, la última al final' }),
})
export type OwnIssue = z.infer<typeof ownIssueOutput>

const tag = 'Reportes de errores'

export const ISSUE_COMMENT_ENDPOINTS = endpoints({
  list: {
    id: 'listIssueComments',
    method: 'GET',
    path: '/api/issues/:id/comments',
    tag,
    summary: 'Lista las notas internas y las respuestas de un reporte, la última al final',
    response: { 200: z.array(commentOutput) },
    errors: [401, 403, 404],
  },
  create: {
    id: 'commentIssue',
    method: 'POST',
    path: '/api/issues/:id/comments',
    tag,
    summary: 'Agrega una nota interna a un reporte, o responde a quien reportó',
    body: newCommentSchema,
    response: {
      201: commentOutput.extend({
        batchId: z
          .string()
          .nullable()
          .meta({ description: 'Con él se deshace la reparación; null si no la hubo' }),
      }),
    },
    errors: [401, 403, 404, 422],
  },
  answer: {
    id: 'answerIssues',
    method: 'POST',
    path: '/api/issues/answers',
    tag,
    summary: 'Responde en lote los reportes que cumplen los filtros, y nunca más de los contados',
    body: newAnswersSchema,
    response: { 202: batchStarted },
    errors: [401, 403, 409, 422],
  },
  assign: {
    id: 'assignIssues',
    method: 'POST',
    path: '/api/issues/assignments',
    tag,
    summary: 'Asigna reportes a quien pregunta, o les quita la asignación',
    body: newAssignmentSchema,
    response: {
      200: countOutput.extend({
        kept: z.int().meta({ description: 'Ya eran de otra persona, y lo siguen siendo' }),
      }),
    },
    errors: [401, 403, 409, 422],
  },
  assignees: {
    id: 'listIssueAssignees',
    method: 'GET',
    path: '/api/issues/assignees',
    tag,
    summary: 'Lista quiénes tienen reportes asignados',
    response: { 200: z.array(z.object({ _id: id(), name: z.string() })) },
    errors: [401, 403],
  },
  mine: {
    id: 'listOwnIssues',
    method: 'GET',
    path: '/api/issues/mine',
    tag,
    summary: `Lista los últimos ${MAX_OWN_ISSUES} reportes del usuario de una aplicación, con sus respuestas`,
    response: { 200: z.array(ownIssueOutput) },
    errors: [401, 403],
  },
})
