import { count, desc, eq } from 'drizzle-orm'
import {
  canDeleteNote,
  hasNotes,
  MAX_NOTES,
  NOTE_MESSAGES,
  SAME_NOTE_SECONDS,
} from '../../../domain/users/note.ts'
import { NOTE_ENDPOINTS as API, type NewNote, type Note } from '../../../domain/users/note-endpoints.ts'
import { id } from '../../../domain/validation/fields.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { Declaration } from '../../platform/auth/access.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { customers, findUser, toPerson } from '../../platform/auth/scope.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { type UserNoteRow, userNotes, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/http/errors.ts'
import { idParameters, operation } from '../../platform/http/operation.ts'
import { lockCurrentAndUser } from './lock-authority.ts'

const NEED = { action: 'update', resource: 'users' } as const

/** Notes on customers and resellers (rule U29); they are listed in the timeline. */
export const userNoteRoutes = (app: App, context: Context): void => {
  const config = {
    access: NEED,
    peopleOnly: true,
    cases: customers(),
    async permit(currentUser, user) {
      await findUser(context.db, currentUser, user)
      requireOther(currentUser, user)
    },
  } as const satisfies Declaration & { permit: (currentUser: CurrentUser, user: string) => Promise<void> }
  app.route({
    ...operation(API.create, { params: idParameters }),
    config,
    async handler({ currentUser, params, body }, reply) {
      const { note, isRepeat } = await createNote(context, currentUser, params.id, body)
      reply.code(isRepeat ? 200 : 201)
      return note
    },
  })
  app.route({
    ...operation(API.delete, { params: idParameters.extend({ note: id() }) }),
    config,
    handler: ({ currentUser, params }) => deleteNote(context, currentUser, params.id, params.note),
  })
}

const requireOther = (currentUser: CurrentUser, user: string): void => {
  if (currentUser.id === user) throw new Forbidden(NOTE_MESSAGES.self)
}

/** Stores a note, or returns the author's newest one if a double click repeats it. */
const createNote = (context: Context, session: CurrentUser, user: string, { text }: NewNote) =>
  withRetry(context.db, async (tx): Promise<{ note: Note; isRepeat: boolean }> => {
    const { currentUser, target } = await lockCurrentAndUser(tx, session, user, { need: NEED })
    if (!hasNotes(toPerson(target).role))
      throw new Invalid([{ field: 'text', message: NOTE_MESSAGES.notCustomer }])
    const date = context.now()
    const [newest] = await tx
      .select()
      .from(userNotes)
      .where(eq(userNotes.user, user))
      .orderBy(desc(userNotes.number))
      .limit(1)
    const isRepeat =
      newest?.author === currentUser.id &&
      newest.text === text &&
      date.getTime() - newest.date.getTime() < SAME_NOTE_SECONDS * 1000
    if (isRepeat) return { note: noteResponse(newest, currentUser.name), isRepeat }
    const [stored] = await tx.select({ notes: count() }).from(userNotes).where(eq(userNotes.user, user))
    if (stored && stored.notes >= MAX_NOTES)
      throw new Invalid([{ field: 'text', message: NOTE_MESSAGES.tooMany }])
    const [row] = await tx.insert(userNotes).values({ user, text, date, author: currentUser.id }).returning()
    if (!row) throw new Error('The note was not stored')
    await recordChange(tx, currentUser, date, {
      action: 'note',
      resource: 'users',
      record: { _id: user, name: target.user.name },
    })
    return { note: noteResponse(row, currentUser.name), isRepeat }
  })

const deleteNote = (
  context: Context,
  session: CurrentUser,
  user: string,
  note: string,
): Promise<{ _id: string }> =>
  withRetry(context.db, async (tx) => {
    const { currentUser, target } = await lockCurrentAndUser(tx, session, user, { need: NEED })
    const [row] = await tx.select().from(userNotes).where(eq(userNotes._id, note))
    if (row?.user !== user) throw new NotFound()
    if (!canDeleteNote({ _id: currentUser.id, role: currentUser.role }, row))
      throw new Forbidden(NOTE_MESSAGES.notAuthor)
    await tx.delete(userNotes).where(eq(userNotes._id, note))
    await recordChange(tx, currentUser, context.now(), {
      action: 'note-delete',
      resource: 'users',
      record: { _id: user, name: target.user.name },
    })
    return { _id: note }
  })

/** The newest notes on a user. */
export const listNotes = async (db: Executor, user: string, limit: number): Promise<Note[]> => {
  const rows = await db
    .select({ note: userNotes, userName: users.name })
    .from(userNotes)
    .innerJoin(users, eq(users._id, userNotes.author))
    .where(eq(userNotes.user, user))
    .orderBy(desc(userNotes.number))
    .limit(limit)
  return rows.map(({ note, userName }) => noteResponse(note, userName))
}

const noteResponse = ({ _id, date, text, author }: UserNoteRow, userName: string): Note => ({
  _id,
  date: date.toISOString(),
  text,
  author,
  userName,
})

/** Deletes the notes on deleted users; those that they wrote stay, without their name. */
export const eraseNotes = async (tx: Tx, people: readonly string[]): Promise<void> => {
  await tx.delete(userNotes).where(isAnyOf(userNotes.user, people))
}
