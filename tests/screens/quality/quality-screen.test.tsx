import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { CoreAdminContext } from 'react-admin'
import { expect, test } from 'vitest'
import { dataProvider } from '../../../src/admin/api/data-provider.ts'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import { QualityScreen } from '../../../src/admin/features/quality/QualityScreen.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { openPage } from '../../support/pages.tsx'

test('marks an estimated count of a defect', async () => {
  const defects = [
    { defect: 'no_synopsis' as const, count: 123_456, approximate: true },
    { defect: 'no_cover' as const, count: 12_345 },
  ]
  fakeApi({ 'GET /api/quality': { body: [{ resource: 'movies', total: 200_000, defects }] } })
  openPage(
    {
      '/quality': (
        <QueryClientProvider client={queryClient}>
          <CoreAdminContext dataProvider={dataProvider} queryClient={queryClient}>
            <QualityScreen />
          </CoreAdminContext>
        </QueryClientProvider>
      ),
    },
    '/quality',
  )
  expect(await screen.findByText('≈ 123,000')).toBeVisible()
  expect(screen.getByText('12,345')).toBeVisible()
})
