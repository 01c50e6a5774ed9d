import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import ReceiptsDialog from '../../../src/admin/features/credits/ReceiptsDialog.tsx'
import { MAX_RECEIPTS, RECEIPT_MESSAGES } from '../../../src/domain/credits/receipts.ts'
import { transactionOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../support/pages.tsx'

beforeEach(() => fakeMedia())

/** Opens the receipts of this many selected transactions; returns the requests. */
const openReceipts = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => `t${index}`)
  const asked = fakeApi({
    'GET /api/license_transactions': ({ query }) => ({
      body: String(query.ids)
        .split(',')
        .map((_id) => transactionOf({ _id, reference: 1 + ids.indexOf(_id) })),
    }),
  })
  openPage(
    {
      '/credits': (
        <QueryClientProvider client={queryClient}>
          <ReceiptsDialog selected={{ ids }} count={count} onClose={() => undefined} />
        </QueryClientProvider>
      ),
    },
    '/credits',
  )
  return asked
}

test('200 transactions can be printed in one document', async () => {
  expect(MAX_RECEIPTS).toBe(200)
  openReceipts(200)
  expect(await screen.findByText('Se imprimirán 200 recibos en un solo documento.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Imprimir recibos' })).toBeEnabled()
})

test('more than 200 transactions are refused without reading them', async () => {
  const asked = openReceipts(201)
  expect(await screen.findByText(RECEIPT_MESSAGES.tooMany)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Imprimir recibos' })).toBeNull()
  expect(asked.filter(({ path }) => path === '/api/license_transactions')).toEqual([])
})
