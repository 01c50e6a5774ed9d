import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RankBars } from '../../../../src/admin/kit/charts/RankBars.tsx'

const bars = (values: readonly number[]): number => {
  const ranks = values.map((value, index) => ({ id: String(index), name: `Título ${index}`, value }))
  const { container, unmount } = render(<RankBars title="Más vistos" ranks={ranks} format={String} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    values.map((value, index) => `Título ${index}${value}`),
  )
  const { length } = container.querySelectorAll('[aria-hidden=true]')
  unmount()
  return length
}

test('shows bars only from a sum of 10', () => {
  expect(bars([2, 2, 1, 1, 1])).toBe(0)
  expect(bars([9])).toBe(0)
  expect(bars([5, 3, 2])).toBe(3)
})
