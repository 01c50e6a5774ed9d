import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { CoreAdminContext, ListContextProvider, ResourceContextProvider, useList } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { i18nProvider } from '../../../../src/admin/api/i18n/i18n-provider.ts'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import { type Column, statusColumn } from '../../../../src/admin/kit/list/columns.tsx'
import { CatalogueTable } from '../../../../src/admin/kit/list/table.tsx'
import { fakeApi } from '../../../support/fake-api.ts'

const data = [
  { id: 'a', title: 'Casablanca', hasOscar: true },
  { id: 'b', title: 'Vértigo', hasOscar: false },
]

const List = ({ children }: { children: ReactNode }) => (
  <ListContextProvider value={useList({ data })}>{children}</ListContextProvider>
)

const open = (...columns: Column[]) =>
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
      <ResourceContextProvider value="movies">
        <List>
          <CatalogueTable columns={columns} />
        </List>
      </ResourceContextProvider>
    </CoreAdminContext>,
  )

describe('a boolean field', () => {
  it('is shown as a word in a plain column', async () => {
    fakeApi({ 'GET /api/users/me': { status: 401 } })
    open({ source: 'hasOscar' })
    expect(await screen.findByRole('cell', { name: /Sí$/ })).toBeVisible()
    expect(screen.getByRole('cell', { name: /No$/ })).toBeVisible()
  })

  it('has its label as accessible name in a column of switches', async () => {
    fakeApi({ 'GET /api/users/me': { status: 401 } })
    open(statusColumn({ source: 'hasOscar' }))
    expect(await screen.findByRole('switch', { name: 'Ganadora del Oscar: Casablanca' })).toBeChecked()
  })
})

const drawn: string[] = []

const TITLES: Column[] = [
  {
    source: 'title',
    render({ id, title }) {
      drawn.push(String(id))
      return String(title)
    },
  },
]

const Changing = () => {
  const [rows, setRows] = useState(data)
  const change = () =>
    setRows((all) => all.map((row) => (row.id === 'b' ? { ...row, title: 'Rebeca' } : row)))
  return (
    <ListContextProvider value={useList({ data: rows })}>
      <CatalogueTable columns={TITLES} />
      <button type="button" onClick={change}>
        cambiar
      </button>
    </ListContextProvider>
  )
}

const Ordered = () => (
  <ListContextProvider value={useList({ data })}>
    <CatalogueTable columns={TITLES} />
  </ListContextProvider>
)

const titles = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

describe('a row', () => {
  it('does not re-render when sorting moves it', async () => {
    fakeApi({ 'GET /api/users/me': { status: 401 } })
    render(
      <CoreAdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
        <ResourceContextProvider value="movies">
          <Ordered />
        </ResourceContextProvider>
      </CoreAdminContext>,
    )
    const header = await screen.findByRole('button', { name: 'Título' })
    await userEvent.click(header)
    await waitFor(() => expect(titles()).toEqual(['Casablanca', 'Vértigo']))
    drawn.length = 0
    await userEvent.click(header)
    await waitFor(() => expect(titles()).toEqual(['Vértigo', 'Casablanca']))
    expect(screen.getByRole('columnheader')).toHaveAttribute('aria-sort', 'descending')
    expect(drawn).toEqual([])
  })

  it('has one element for each plain cell', async () => {
    fakeApi({ 'GET /api/users/me': { status: 401 } })
    open({ source: 'title' }, { source: 'hasOscar', align: 'right' })
    await screen.findByRole('cell', { name: 'Casablanca' })
    for (const row of screen.getAllByRole('row').slice(1)) expect(row.querySelectorAll('*')).toHaveLength(2)
  })

  it('re-renders when its own record changes, but not when others do', async () => {
    fakeApi({ 'GET /api/users/me': { status: 401 } })
    render(
      <CoreAdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
        <ResourceContextProvider value="movies">
          <Changing />
        </ResourceContextProvider>
      </CoreAdminContext>,
    )
    await screen.findByRole('cell', { name: /Casablanca/ })
    drawn.length = 0
    await userEvent.click(screen.getByRole('button', { name: 'cambiar' }))
    expect(await screen.findByRole('cell', { name: /Rebeca/ })).toBeVisible()
    expect(new Set(drawn)).toEqual(new Set(['b']))
  })
})

const HUNDRED = Array.from({ length: 100 }, (_, index) => ({ id: `f${index}`, title: `Film ${index}` }))
const PLAIN: Column[] = [{ source: 'title' }]
const ALL = HUNDRED.map(({ title }) => title)

const Reversible = () => {
  const [rows, setRows] = useState(HUNDRED)
  return (
    <ListContextProvider value={useList({ data: rows, perPage: 100 })}>
      <CatalogueTable columns={PLAIN} />
      <button type="button" onClick={() => setRows([...HUNDRED].reverse())}>
        invertir
      </button>
    </ListContextProvider>
  )
}

it('updates the visible rows of a hundred first, then the others', async () => {
  fakeApi({ 'GET /api/users/me': { status: 401 } })
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={queryClient}>
      <ResourceContextProvider value="movies">
        <Reversible />
      </ResourceContextProvider>
    </CoreAdminContext>,
  )
  await screen.findByRole('table')
  expect(titles()).toEqual(ALL)
  const reversed = ALL.toReversed()
  const seen: (string | null)[][] = []
  const observer = new MutationObserver(() => seen.push(titles()))
  observer.observe(screen.getByRole('table'), { childList: true, subtree: true })
  await userEvent.click(screen.getByRole('button', { name: 'invertir' }))
  await waitFor(() => expect(titles()).toEqual(reversed))
  observer.disconnect()
  expect(seen[0]?.slice(0, 20)).toEqual(reversed.slice(0, 20))
  for (const rows of seen) expect(new Set(rows).size).toBe(100)
})
