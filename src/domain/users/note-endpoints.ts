import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, instant, recordId } from '../contract/entity.ts'
import { requiredLines } from '../validation/fields.ts'
import { MAX_NOTE, NOTE_MESSAGES } from './note.ts'

/** Input of a note (rule U29). */
export const newNoteSchema = z.strictObject({
  text: requiredLines(NOTE_MESSAGES.text, MAX_NOTE, z.string(NOTE_MESSAGES.text).trim()).meta({
    title: 'Nota',
  }),
})
export type NewNote = z.output<typeof newNoteSchema>

export const noteOutput = z.object({
  _id: recordId,
  date: instant(),
  text: z.string(),
  author: z.string().meta({ description: 'Id de quien la escribió' }),
  userName: z.string().meta({ description: 'Quien la escribió; vacío si el usuario ya no existe' }),
})
export type Note = z.infer<typeof noteOutput>

export const NOTE_ENDPOINTS = endpoints({
  create: {
    id: 'createUserNote',
    method: 'POST',
    path: '/api/users/:id/notes',
    tag: 'Usuarios',
    summary: 'Escribe una nota interna sobre un cliente o agente',
    body: newNoteSchema,
    response: { 200: noteOutput, 201: noteOutput },
    errors: [401, 403, 404, 422],
  },
  delete: {
    id: 'deleteUserNote',
    method: 'DELETE',
    path: '/api/users/:id/notes/:note',
    tag: 'Usuarios',
    summary: 'Elimina una nota propia; un administrador, cualquiera',
    response: { 200: deletedOutput },
    errors: [401, 403, 404],
  },
})
