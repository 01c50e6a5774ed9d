import { describe, expect, test } from 'vitest'
import { recogniseColumns } from '../../../../src/domain/imports/columns.ts'
import { questionsAbout } from '../../../../src/domain/imports/questions.ts'
import { templateFields, templateFile } from '../../../../src/domain/imports/template.ts'
import { IMPORT_WORKS } from '../../../../src/server/background-tasks.ts'
import { describedFields } from '../../../../src/server/platform/imports/imports.ts'
import { readTable } from '../../../../src/server/platform/imports/read-table.ts'
import { testApp } from '../../../support/app.ts'
import { signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })

describe.each(IMPORT_WORKS)('the template of $resource', (work) => {
  test.each([';', ','] as const)(
    'with the separator %s is recognised completely, without questions',
    (separator) => {
      const fields = describedFields(work, {})
      const row = templateFields(fields).map(() => 'x')
      const file = `${templateFile(fields, separator)}${row.join(separator)}\r\n`
      const table = readTable({ bytes: Buffer.from(file), mostRows: 1 })
      const chosen = recogniseColumns(table.columns, work.fields())
      expect(chosen).toEqual(templateFields(fields).map(({ name }) => name))
      expect(chosen).not.toContain('_id')
      const columns = table.columns.map((name, index) => ({
        name,
        samples: ['x'],
        filled: 1,
        field: chosen[index] ?? null,
      }))
      expect(questionsAbout({ columns, fields }, { chosen, options: {} })).toEqual([])
    },
  )
})

test('the fields of an import describe their format, and exclude those that all its records share', async () => {
  const sa = await signedIn(server, 'sa')
  const path = '/api/series/episode/imports/fields'
  const namesIn = async (query: string) => (await sa.get(`${path}${query}`)).rows.map(({ name }) => name)
  expect(await namesIn('')).toContain('serieId')
  expect(await namesIn('?serieId=una')).not.toContain('serieId')
  expect((await sa.get(`${path}?otra=una`)).status).toBe(422)

  const { rows } = await sa.get('/api/users/imports/fields')
  expect(Object.fromEntries(rows.map(({ name, format }) => [name, format]))).toMatchObject({
    name: '',
    dateExpire: 'DD/MM/AAAA, también con la hora, o Ilimitado',
    mailNotify: 'Sí o No',
    status: 'Uno de: Activo, Inactivo',
  })
})
