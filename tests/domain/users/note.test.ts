import { describe, expect, it } from 'vitest'
import { canDeleteNote, hasNotes, MAX_NOTE, NOTE_MESSAGES } from '../../../src/domain/users/note.ts'
import { newNoteSchema } from '../../../src/domain/users/note-endpoints.ts'
import { validate } from '../../../src/domain/validation/errors.ts'
import { CONTROL } from '../../../src/domain/validation/fields.ts'

describe('a note (rule U29)', () => {
  it('is trimmed and keeps its line breaks', () => {
    expect(newNoteSchema.parse({ text: ' Llama de tarde.\nPaga el 15. \n' })).toEqual({
      text: 'Llama de tarde.\nPaga el 15.',
    })
    expect(newNoteSchema.parse({ text: `  ${'x'.repeat(MAX_NOTE)}  ` }).text).toHaveLength(MAX_NOTE)
  })

  it.each([
    ['is missing', undefined, NOTE_MESSAGES.text],
    ['is blank', ' \n\t', NOTE_MESSAGES.text],
    ['has only invisible characters', '\u200b', NOTE_MESSAGES.text],
    ['is too long', 'x'.repeat(MAX_NOTE + 1), `Debe tener como máximo ${MAX_NOTE} caracteres.`],
    ['has control characters', 'a\u001b[2J', CONTROL],
    ['has marks of direction', 'a\u202eb', CONTROL],
  ])('is refused when it %s', (_, text, message) => {
    expect(validate(newNoteSchema, { text })).toEqual([{ field: 'text', message }])
  })

  it('is about viewers and resellers', () => {
    expect((['app', 'demo', 'agent', 'superagent', 'admin', 'sa'] as const).filter(hasNotes)).toEqual([
      'app',
      'demo',
      'agent',
      'superagent',
    ])
  })

  it('is deleted by its author and by administrators', () => {
    const note = { author: 'u1' }
    expect(canDeleteNote({ _id: 'u1', role: 'agent' }, note)).toBe(true)
    expect(canDeleteNote({ _id: 'u2', role: 'superagent' }, note)).toBe(false)
    expect(canDeleteNote({ _id: 'u2', role: 'admin' }, note)).toBe(true)
  })
})
