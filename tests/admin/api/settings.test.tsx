import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { call } from '../../../src/admin/api/http.ts'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import { readSettings, useSettings } from '../../../src/admin/api/settings.ts'
import { settingsOf } from '../../support/answers.ts'
import { type Asked, fakeApi } from '../../support/fake-api.ts'

const Price = () => <p>precio {useSettings().data?.creditPriceMonthly}</p>

let version = '1'
let asked: Asked[] = []
const settings = () => ({
  body: settingsOf({ creditPriceMonthly: Number(version) }),
  headers: { 'settings-state': version },
})

beforeEach(() => {
  version = '1'
  asked = fakeApi({
    'GET /api/settings': settings,
    'GET /api/users': () => ({ body: [], headers: { 'settings-state': version } }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Price />
    </QueryClientProvider>,
  )
})

const timesAsked = () => asked.filter(({ path }) => path === '/api/settings').length

it('settings saved by another session are refetched after the next response of any kind', async () => {
  await screen.findByText('precio 1')
  await call('/api/users')
  expect(timesAsked()).toBe(1)
  version = '2'
  await call('/api/users')
  await screen.findByText('precio 2')
  await call('/api/users')
  expect(timesAsked()).toBe(2)
})

it('settings refetched by a form are also used by the other screens', async () => {
  await screen.findByText('precio 1')
  version = '2'
  await readSettings()
  await waitFor(() => expect(screen.getByText('precio 2')).toBeVisible())
})
