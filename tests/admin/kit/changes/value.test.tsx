import { render, screen } from '@testing-library/react'
import { CoreAdminContext, testDataProvider } from 'react-admin'
import { expect, test } from 'vitest'
import { storeToken } from '../../../../src/admin/api/http.ts'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import { Value } from '../../../../src/admin/kit/changes/Value.tsx'
import type { GroupAccess, Role } from '../../../../src/domain/access/permissions.ts'
import type { Resource } from '../../../../src/domain/registry.ts'
import { meOf } from '../../../support/answers.ts'

const NAMES: Readonly<Record<string, object>> = {
  categories: { name: 'Drama' },
  guides: { name: 'Guía Uno' },
  series: { title: 'La casa' },
}

interface Reader {
  role?: Role
  routeAccess?: GroupAccess[]
}

/** Renders a value; returns the resources requested for it. */
const show = (
  resource: Resource,
  field: string,
  value: unknown,
  { role = 'sa', routeAccess = [] }: Reader = {},
) => {
  const asked: string[] = []
  storeToken('a token')
  queryClient.setQueryData(['me'], meOf({ role, routeAccess }))
  const dataProvider = testDataProvider({
    getMany: async (name: string, { ids }: { ids: unknown[] }) => {
      asked.push(name)
      return { data: ids.map((id) => ({ id, ...NAMES[name] })) as never }
    },
  })
  render(
    <CoreAdminContext dataProvider={dataProvider} queryClient={queryClient}>
      <Value resource={resource} field={field} value={value} />
    </CoreAdminContext>,
  )
  return asked
}

test.each([
  ['movies', 'categories', ['c1'], 'Drama'],
  ['channels', 'channelGuide', 'g1', 'Guía Uno'],
  ['episodes', 'serieId', 's1', 'La casa'],
] as const)(
  '%s: shows the reference in %s by the name of its record',
  async (resource, field, value, name) => {
    show(resource, field, value)
    expect(await screen.findByText(name)).toBeVisible()
  },
)

test('shows the plain value if the field is no reference in that entity', () => {
  const asked = show('radios', 'categories', ['c1'])
  expect(screen.getByText('c1')).toBeVisible()
  expect(asked).toEqual([])
})

test('shows the id of a record that the current user cannot read, without a request', async () => {
  const asked = show('episodes', 'serieId', 's1', { role: 'agent' })
  expect(screen.getByText('s1')).toBeVisible()
  expect(asked).toEqual([])
})

test('shows the names of records that every signed-in user may read', async () => {
  show('channels', 'channelGuide', 'g1', { role: 'agent' })
  expect(await screen.findByText('Guía Uno')).toBeVisible()
})
