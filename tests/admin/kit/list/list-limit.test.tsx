import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LIST_MESSAGES } from '../../../../src/domain/contract/list-limit.ts'
import type { Asked } from '../../../support/fake-api.ts'
import {
  category,
  openContents,
  press,
  sceneOf,
  withContentScreens,
} from '../../../support/open-contents.tsx'

withContentScreens()

/** Responses of a list with this size; `exact`: the exact count. */
const manyOf = (size: object, exact?: number) => ({
  'GET /api/categories': ({ query }: Asked) =>
    Number(query.page) * Number(query.limit) > 100_000
      ? { status: 422, body: { errors: { page: LIST_MESSAGES.beyond } } }
      : { body: [category()] },
  'GET /api/categories/size': ({ query }: Asked) => ({
    body: query.exact === 'true' ? { count: exact } : size,
  }),
})

const ESTIMATE = { count: 3_120_455, approximate: true, reachable: 100_000 }

describe('a list with a limit', () => {
  it('rounds an estimate to three digits, and has pages up to the limit', async () => {
    sceneOf({ answers: manyOf(ESTIMATE) })
    openContents('/categories')
    expect(await screen.findByText('≈ 3,120,000')).toBeVisible()
    expect(await screen.findByText('1–20 de ≈ 3,120,000')).toBeVisible()
    const pages = within(await screen.findByRole('navigation', { name: 'Páginas' }))
    expect(pages.getByRole('button', { name: 'Página 5000' })).toBeVisible()
    expect(pages.queryByRole('button', { name: 'Página 156023' })).toBeNull()
  })

  it('has all pages if the backend returns only a number', async () => {
    sceneOf({
      answers: { ...manyOf({}), 'GET /api/categories/size': { body: 3_120_455, outsideContract: true } },
    })
    openContents('/categories')
    const pages = within(await screen.findByRole('navigation', { name: 'Páginas' }))
    expect(pages.getByRole('button', { name: 'Página 156023' })).toBeVisible()
  })

  it('explains at a URL beyond it how to reach further rows, with a link to the last page', async () => {
    sceneOf({ answers: manyOf(ESTIMATE) })
    const { router } = openContents('/categories?page=5001&perPage=20')
    await waitFor(() => expect(screen.getByText(LIST_MESSAGES.beyond)).toBeVisible())
    expect(screen.queryByRole('link', { name: 'Estrenos' })).toBeNull()
    await press('Ir a la última página')
    await waitFor(() => expect(router.state.location.search).toContain('page=5000'))
    expect(await screen.findByRole('link', { name: 'Estrenos' })).toBeVisible()
  })
})

describe('selecting all matches of the filters', () => {
  const tick = async () => (await screen.findByRole('checkbox', { name: 'Elegir Estrenos' })).click()

  it('counts them exactly first', async () => {
    sceneOf({ answers: manyOf({ count: 12_345, approximate: true, reachable: 10_000 }, 12_399) })
    openContents('/categories')
    await tick()
    await press('Elegir los ≈ 12,300 filtrados')
    expect(await screen.findByText('12,399 elegidos')).toBeVisible()
  })

  it('is refused above the limit of a batch', async () => {
    sceneOf({ answers: manyOf(ESTIMATE, 3_200_000) })
    openContents('/categories')
    await tick()
    await press('Elegir los ≈ 3,120,000 filtrados')
    expect(await screen.findByText(/Use más filtros\./)).toBeVisible()
    expect(screen.getByText('1 elegido')).toBeVisible()
  })
})
