import { isAdmin, isReseller, isSubscriber, type Role } from '../access/permissions.ts'

/** Characters of a note. */
export const MAX_NOTE = 500
/** Notes on a user. */
export const MAX_NOTES = 100
/** Within these seconds, the text of an author's newest note on a user is the same note: a double click. */
export const SAME_NOTE_SECONDS = 60

export const NOTE_MESSAGES = {
  text: 'Debe escribir una nota.',
  tooMany: `El usuario ya tiene ${MAX_NOTES} notas. Elimine alguna.`,
  notCustomer: 'Solo los clientes y los agentes tienen notas.',
  self: 'No puede leer ni escribir notas sobre su propio usuario.',
  notAuthor: 'Solo su autor o un administrador puede eliminar la nota.',
} as const

/** True for users who have notes: viewers and resellers, but no other staff. */
export const hasNotes = (role: Role): boolean => isSubscriber(role) || isReseller(role)

/** True if a user who may write notes may delete this one. */
export const canDeleteNote = (user: { _id: string; role: Role }, note: { author: string }): boolean =>
  note.author === user._id || isAdmin(user.role)
