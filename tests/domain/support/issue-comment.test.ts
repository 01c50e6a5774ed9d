import { describe, expect, test } from 'vitest'
import {
  answerTemplates,
  COMMENT_MESSAGES,
  fillAnswer,
  MAX_COMMENT,
  MAX_TEMPLATES,
  newCommentSchema,
  uniqueTemplateSchema,
} from '../../../src/domain/support/issue-comment.ts'
import { CONTROL, UNSTORABLE } from '../../../src/domain/validation/fields.ts'

const errorOf = (text: unknown, isAnswer = true): string | undefined =>
  newCommentSchema.safeParse({ text, isAnswer }).error?.issues[0]?.message

describe('the text of a comment', () => {
  test('keeps what was typed: lines, tabs, accents and joined emoji', () => {
    const text = ' Línea uno\n\tlínea dos\r\n👩‍🔧 ñandú '
    expect(newCommentSchema.parse({ text, isAnswer: true }).text).toBe(text)
    expect(errorOf('x'.repeat(MAX_COMMENT))).toBeUndefined()
  })

  test.each([
    ['is missing', undefined, COMMENT_MESSAGES.text],
    ['is empty', '', COMMENT_MESSAGES.text],
    ['is blank', ' \n\t ', COMMENT_MESSAGES.text],
    ['only has invisible characters', '\u200b\u200d\u2060\ufeff', COMMENT_MESSAGES.text],
    ['is too long', 'x'.repeat(MAX_COMMENT + 1), `Debe tener como máximo ${MAX_COMMENT} caracteres.`],
    ['has an escape character', 'hola\u001b[31m', CONTROL],
    ['has a C1 control', 'hola\u0085', CONTROL],
    ['has a bell', '\u0007', CONTROL],
    ['has NUL', 'a\u0000b', UNSTORABLE],
    ['has half a character', 'a\ud800b', UNSTORABLE],
  ])('is rejected if it %s', (_, text, message) => {
    expect(errorOf(text)).toBe(message)
    expect(errorOf(text, false)).toBe(message)
  })

  test('of an answer may have known placeholders only; a note may have any braces', () => {
    expect(errorOf('{titulo}: {error}')).toBeUndefined()
    for (const written of ['{nombre}', '{', '{}', '{titulo', '{constructor}'])
      expect(errorOf(`Hola ${written}`), written).toBe(COMMENT_MESSAGES.placeholder(written))
    expect(errorOf('Usa {x}', false)).toBeUndefined()
  })
})

test('an answer is filled in with title and error, whose braces stay', () => {
  const report = { title: 'El {error} de Ana', issueType: 'AUDIO' } as const
  expect(fillAnswer(' «{titulo}»: {error}. ', report)).toBe(
    '«El {error} de Ana»: Sin audio o con el audio equivocado.',
  )
})

describe('the templates of answers', () => {
  const schema = answerTemplates()
  const templates = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `Texto ${index}`, text: 'Ya funciona {titulo}.' }))

  test('are none at first, and at most twenty with different names', () => {
    expect(schema.parse(undefined)).toEqual([])
    expect(schema.safeParse(templates(MAX_TEMPLATES)).success).toBe(true)
    expect(schema.safeParse(templates(MAX_TEMPLATES + 1)).success).toBe(false)
    const twice = [...templates(1), { name: ' TEXTO 0', text: 'x' }]
    expect(schema.safeParse(twice).error?.issues[0]?.message).toBe(COMMENT_MESSAGES.templateTwice)
  })

  test('are validated like answers; a new one cannot have the name of another', () => {
    const [name, text] = ['Listo', 'Hola {nombre}']
    expect(schema.safeParse([{ name, text }]).error?.issues[0]?.message).toBe(
      COMMENT_MESSAGES.placeholder('{nombre}'),
    )
    expect(uniqueTemplateSchema(['LISTO']).safeParse({ name, text: 'x' }).error?.issues[0]?.message).toBe(
      COMMENT_MESSAGES.templateTwice,
    )
    expect(uniqueTemplateSchema([]).safeParse({ name, text: 'x' }).success).toBe(true)
  })
})
