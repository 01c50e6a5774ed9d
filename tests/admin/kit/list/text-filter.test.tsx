import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListContextProvider, useList } from 'react-admin'
import { expect, it } from 'vitest'
import { TextFilter } from '../../../../src/admin/kit/list/filters.tsx'

const DATA = [
  { id: 'a', city: 'Baní' },
  { id: 'b', city: 'Moca' },
]

const Cities = () => {
  const list = useList({ data: DATA })
  return (
    <ListContextProvider value={list}>
      <TextFilter source="city" label="Ciudad" />
      <output>{list.data?.map(({ city }) => city).join(' ')}</output>
      <button type="button" onClick={() => list.setFilters({})}>
        Limpiar
      </button>
    </ListContextProvider>
  )
}

const shows = async (text: string) => expect(await screen.findByText(text)).toBe(screen.getByRole('status'))

it('applies the typed text on Enter, and removes the filter when emptied and left', async () => {
  render(<Cities />)
  const field = screen.getByRole('textbox', { name: 'Ciudad' })
  await userEvent.type(field, ' Moca ')
  await shows('Baní Moca')
  await userEvent.keyboard('{Enter}')
  await shows('Moca')
  await userEvent.clear(field)
  await shows('Moca')
  await userEvent.tab()
  await shows('Baní Moca')
})

it('is emptied when the filters are cleared', async () => {
  render(<Cities />)
  const field = screen.getByRole('textbox', { name: 'Ciudad' })
  await userEvent.type(field, 'Moca{Enter}')
  await shows('Moca')
  await userEvent.click(screen.getByRole('button', { name: 'Limpiar' }))
  await shows('Baní Moca')
  expect(field).toHaveValue('')
})
