import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Loaded, loadable } from '../../../src/admin/api/connection.ts'

const Page = () => <p>página</p>
const pending = <p>cargando</p>

it('loads a component when it is rendered', async () => {
  const load = vi.fn(async () => Page)
  const page = loadable(load)
  expect(load).not.toHaveBeenCalled()
  render(<Loaded of={page} pending={pending} />)
  expect(screen.getByText('cargando')).toBeInTheDocument()
  expect(await screen.findByText('página')).toBeInTheDocument()
  expect(load).toHaveBeenCalledOnce()
})

it('renders a loaded component at once', async () => {
  const load = vi.fn(async () => Page)
  const page = loadable(load)
  await Promise.all([page.load(), page.load()])
  await page.load()
  render(<Loaded of={page} pending={pending} />)
  expect(screen.getByText('página')).toBeInTheDocument()
  expect(load).toHaveBeenCalledOnce()
})

it('can be loaded again after a failure', async () => {
  let isBroken = true
  const page = loadable(async () => {
    if (isBroken) throw new Error('sin red')
    return Page
  })
  await expect(page.load()).rejects.toThrow('sin red')
  expect(page.component()).toBeUndefined()
  isBroken = false
  await page.load()
  expect(page.component()).toBe(Page)
})
