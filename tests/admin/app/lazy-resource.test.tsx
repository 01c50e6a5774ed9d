import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyResource } from '../../../src/admin/app/lazy-resource.ts'

const screens = { list: () => <p>lista</p>, create: () => <p>nuevo</p>, edit: () => <p>edición</p> }

test('a resource loads its module when one of its screens opens', async () => {
  const load = vi.fn(async () => screens)
  const { name, recordRepresentation, ...radios } = lazyResource('radios', load)
  expect({ name, recordRepresentation }).toEqual({ name: 'radios', recordRepresentation: 'title' })
  expect(load).not.toHaveBeenCalled()
  for (const [Screen, text] of [
    [radios.list, 'lista'],
    [radios.create, 'nuevo'],
    [radios.edit, 'edición'],
  ] as const) {
    render(
      <Suspense>
        <Screen />
      </Suspense>,
    )
    expect(await screen.findByText(text)).toBeInTheDocument()
  }
})

test('a module that lacks a screen does not compile', () => {
  const { edit: _, ...incomplete } = screens
  // @ts-expect-error: it has no `edit`.
  lazyResource('radios', async () => incomplete)
})
