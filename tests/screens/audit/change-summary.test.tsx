import { render } from '@testing-library/react'
import { CoreAdminContext, testDataProvider } from 'react-admin'
import { expect, test } from 'vitest'
import { storeToken } from '../../../src/admin/api/http.ts'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import { ChangeSummary } from '../../../src/admin/features/audit/ChangeSummary.tsx'
import type { AuditAction, FieldChange } from '../../../src/domain/audit/audit-event.ts'
import type { Resource } from '../../../src/domain/registry.ts'
import { meOf } from '../../support/answers.ts'

const summaryOf = (
  action: AuditAction,
  resource: Resource,
  changes: FieldChange[],
  recordName = '',
): string => {
  storeToken('a token')
  queryClient.setQueryData(['me'], meOf({ role: 'sa', routeAccess: [] }))
  const { container } = render(
    <CoreAdminContext dataProvider={testDataProvider()} queryClient={queryClient}>
      <ChangeSummary event={{ action, resource, changes, recordName }} />
    </CoreAdminContext>,
  )
  return container.textContent ?? ''
}

const change = (field: string, before: unknown, after: unknown): FieldChange => ({ field, before, after })

test('an edit is its field with both values', () => {
  expect(summaryOf('update', 'settings', [change('creditPriceMonthly', 350, 400)])).toBe(
    'Precio mensual: 350 → 400',
  )
})

test('at most two fields are named, and the others counted', () => {
  const changes = [
    change('pageSize', 20, 50),
    change('demos', true, false),
    change('creditPriceMonthly', 350, 400),
    change('creditPriceMonthly', 3600, 4000),
    change('mail', null, 'hola@example.com'),
  ]
  expect(summaryOf('update', 'settings', changes)).toMatch(/: 20 → 50; .+: Sí → No y 3 más$/)
})

test('what was created or deleted has one value each, without the name that the row has', () => {
  const created = [change('title', null, 'Isla'), change('year', null, 2014)]
  expect(summaryOf('create', 'movies', created, 'Isla')).toBe('Año: 2014')
  expect(summaryOf('delete', 'movies', [change('year', 2014, null)], 'Isla')).toBe('Año: 2014')
})

test('long values are shortened, and secrets stay masked', () => {
  const text = 'Una historia larga de dos policías en las marismas del Guadalquivir.'
  expect(summaryOf('update', 'movies', [change('synopsis', 'Breve.', text)])).toBe(
    'Sinopsis: Breve. → Una historia larga de dos policías en l…',
  )
  expect(summaryOf('update', 'users', [change('password', '••••••', '••••••')])).toBe(
    'Contraseña: •••••• → ••••••',
  )
})

test('of lists of links the number is named', () => {
  const links = [change('content', [{ link: 'a' }], [{ link: 'b' }, { link: 'c' }])]
  expect(summaryOf('update', 'movies', links)).toMatch(/: 1 → 2$/)
})

test('an event without changes has no summary', () => {
  expect(summaryOf('sign-out', 'users', [])).toBe('')
})
