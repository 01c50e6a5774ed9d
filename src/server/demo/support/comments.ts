import type { AnswerTemplate } from '../../../domain/support/issue-comment.ts'
import { fillAnswer } from '../../../domain/support/issue-comment.ts'
import type { issueComments, issues } from '../../platform/database/schema/support.ts'
import { earlier, HOUR, MINUTE, shift } from '../clock.ts'
import { idAt, type Random } from '../random.ts'

type Comment = typeof issueComments.$inferInsert
type Issue = typeof issues.$inferInsert & { _id: string }

export const DEMO_TEMPLATES: readonly AnswerTemplate[] = [
  { name: 'Ya funciona', text: 'Gracias por avisarnos. «{titulo}» ya funciona: ábralo de nuevo.' },
  { name: 'Lo estamos revisando', text: 'Recibimos su reporte de «{titulo}». Lo estamos revisando.' },
  {
    name: 'Reiniciar la aplicación',
    text: 'No encontramos la falla en «{titulo}». Cierre la aplicación, ábrala de nuevo y avísenos si sigue igual.',
  },
  { name: 'Sin solución por ahora', text: 'Por ahora no podemos corregir «{titulo}». Le pedimos disculpas.' },
]

const NOTES = [
  'El proveedor cambió el enlace; pedí el nuevo.',
  'En la web se ve bien. Falta probarlo en un televisor.',
  'Es el mismo archivo que falló la semana pasada.',
] as const

/** Answers most of the repaired reports and some open ones, which are then assigned; adds a few internal notes. */
export const composeComments = (
  reports: readonly Issue[],
  titleOf: (report: Issue) => string,
  clerks: readonly string[],
  now: Date,
  random: Random,
): { comments: Comment[]; assigned: Map<string, string> } => {
  const assigned = new Map<string, string>()
  const comments: Comment[] = []
  const add = (report: Issue, text: string, isAnswer: boolean, user: string, after: number): void => {
    const date = earlier(now, shift(report.date, after))
    comments.push({ _id: idAt(date, random), issue: report._id, text, isAnswer, date, user })
  }
  for (const report of reports) {
    if (!random.chance(report.status ? 0.6 : 0.3)) continue
    const clerk = random.pick(clerks)
    if (!report.status) assigned.set(report._id, clerk)
    if (random.chance(0.3)) add(report, random.pick(NOTES), false, clerk, 20 * MINUTE)
    const template = DEMO_TEMPLATES[report.status ? 0 : 1]
    if (template && random.chance(report.status ? 0.9 : 0.5))
      add(report, fillAnswer(template.text, { ...report, title: titleOf(report) }), true, clerk, HOUR)
  }
  return { comments, assigned }
}
