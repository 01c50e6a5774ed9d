import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, Resource } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { ImportDialog } from '../../../src/admin/features/imports/ImportDialog.tsx'
import { UserList } from '../../../src/admin/features/users/UserList.tsx'
import { ImportDialogs } from '../../../src/admin/kit/page/feature-components.ts'
import { type Import, type ImportRow, NO_VERDICTS } from '../../../src/domain/imports/import.ts'
import { USER_IMPORT_FIELDS } from '../../../src/domain/users/import.ts'
import { press } from '../../support/open-contents.tsx'
import { sceneOf, withUsersScreens } from '../../support/open-users.tsx'
import { openPage } from '../../support/pages.tsx'

withUsersScreens()

const fields = USER_IMPORT_FIELDS.map(({ name, label, isRequired, isDay = false, format, ...texts }) => ({
  ...{ name, label, isRequired, isDay, format },
  without: texts.without ?? '',
  unlimited: texts.unlimited ?? '',
}))

const UPLOADED: Import = {
  ...{ _id: 'i1', format: 'table', resource: 'users', name: 'panel.csv', encoding: 'utf-8', damage: 0 },
  ...{ state: 'mapping', message: '', dateGone: '2026-03-15T14:30:00.000Z', fields, options: {}, version: 0 },
  isChunked: false,
  columns: [
    { name: 'usuario', samples: ['ana', 'luis'], filled: 3, field: 'name' },
    { name: 'clave', samples: [], filled: 3, field: 'password' },
    { name: 'nombre', samples: ['Ana', 'Luis'], filled: 3, field: 'fullName' },
    {
      ...{ name: 'vence', samples: ['2027-01-01', 'Ilimitado'], filled: 3, field: 'dateExpire' },
      days: { unlimited: 2 },
    },
  ],
  ...{ done: 0, total: 3, counts: NO_VERDICTS, changedFields: {}, created: 0, changed: 0, batch: null },
  proof: null,
}
const CHECKED: Import = {
  ...UPLOADED,
  ...{ state: 'checked', version: 1, done: 3, counts: { ...NO_VERDICTS, new: 2, changed: 1 } },
  changedFields: { dateExpire: 1 },
}
const DONE: Import = {
  ...CHECKED,
  ...{ state: 'done', created: 2, batch: 'b1' },
  proof: {
    sums: [
      { label: 'Clientes', file: 3, stored: 3 },
      { label: 'Días de licencia que les quedan', file: 1_200, stored: 1_170 },
    ],
    different: 1,
    differences: [{ row: 4, title: 'eva', field: 'dateExpire', file: '05/06/2026', stored: '06/05/2026' }],
  },
}

const row = (changes: Partial<ImportRow>): ImportRow => ({
  ...{ row: 2, verdict: 'new', title: 'ana', record: null, changes: [], values: [], options: {} },
  ...{ notes: [], errors: [] },
  ...changes,
})
const UNLIMITED = 'El archivo no le pone fin: vence el 31/12/3000, la fecha de control.'
const ROWS = [
  row({ values: [{ field: 'dateExpire', text: '01/01/2027', original: '2027-01-01' }] }),
  row({
    ...{ row: 3, title: 'luis', notes: [UNLIMITED] },
    values: [{ field: 'dateExpire', text: '31/12/3000', original: 'Ilimitado' }],
  }),
  row({
    ...{ row: 4, verdict: 'changed', title: 'eva', record: 'u1' },
    changes: [{ field: 'dateExpire', before: '06/05/2026', after: '05/06/2026' }],
  }),
]

const steps = () => {
  let current = UPLOADED
  const next = (body: Import) => () => {
    current = body
    return { status: 202, body }
  }
  return {
    'POST /api/users/imports': { status: 201, body: UPLOADED },
    'GET /api/imports/i1': () => ({ body: current }),
    'PUT /api/imports/i1/mapping': next(CHECKED),
    'GET /api/imports/i1/rows': { body: ROWS },
    'POST /api/imports/i1/apply': next(DONE),
    'DELETE /api/imports/i1': { body: { _id: 'i1' } },
  }
}

const openList = () =>
  openPage(
    {
      '*': (
        <ImportDialogs value={ImportDialog}>
          <Admin {...adminProps}>
            <Resource name="users" recordRepresentation="fullName" list={UserList} />
          </Admin>
        </ImportDialogs>
      ),
    },
    '/admin',
  )

describe('an import of users', () => {
  it('confirms unlimited licences once, shows each expiry as stored, and compares the result', async () => {
    sceneOf({ answers: { 'GET /api/users/expiring': { body: { soon: [], expired: 0 } }, ...steps() } })
    openList()
    await press('Importar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Importar usuarios' }))
    await userEvent.upload(dialog.getByLabelText('Archivo CSV'), new File(['usuario'], 'panel.csv'))
    expect(
      await dialog.findByText(
        'vence: 2 valores sin fin. Esas licencias vencen en la fecha de control de la configuración.',
      ),
    ).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Revisar filas' })).toBeDisabled()
    await userEvent.click(dialog.getByLabelText('Seguir así'))
    await press('Revisar filas')
    const table = await screen.findByRole('table', { name: 'Filas del archivo' })
    expect(await within(table).findByText(UNLIMITED)).toBeVisible()
    expect(table).toHaveTextContent('Vence: 01/01/2027 (en el archivo: 2027-01-01)')
    expect(table).toHaveTextContent('Vence: 31/12/3000 (en el archivo: Ilimitado)')
    expect(table).toHaveTextContent('Vence: 06/05/2026 → 05/06/2026')
    await press('Importar 2 registros')
    const sums = await screen.findByRole('table', { name: 'Sumas' })
    expect(sums).toHaveTextContent('Días de licencia que les quedan1,2001,170')
    expect(screen.getByText('Hay 1 diferencia con el archivo.')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Diferencias con el archivo' })).toHaveTextContent(
      '4evaVence05/06/202606/05/2026',
    )
  })
})
