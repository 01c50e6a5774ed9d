import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addedLinks } from '../../../src/admin/features/support/issues/new-links.ts'
import { linkOutput } from '../../../src/domain/contents/film-fields.ts'
import { linkHealthOutput } from '../../../src/domain/links/link-health.ts'
import { listedGroupOutput } from '../../../src/domain/support/issue-endpoints.ts'
import { answerOf } from '../../support/answers.ts'
import type { Asked } from '../../support/fake-api.ts'
import {
  movie,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../support/open-contents.tsx'

withContentScreens()

const OLD = 'https://cdn.cartelera.example/vieja.m3u8'
const OTHER = 'https://cdn.cartelera.example/otra.m3u8'
const NEW = 'https://cdn.cartelera.example/nueva.m3u8'
const linkOf = (link: string, status: boolean) => answerOf(linkOutput, { link, audio: ['ESP'], status })
const withNew = (isActive: boolean) => [linkOf(OLD, true), linkOf(OTHER, true), linkOf(NEW, isActive)]
const before = movie({ content: withNew(false) })
const saved = movie({ content: withNew(true), dateUpdate: '2026-02-04T12:00:00.000Z' })

const sceneWith = (verdict: 'up' | 'down' | 'unknown') => {
  const found = [
    answerOf(linkHealthOutput, { link: NEW, verdict, reason: null, isWaiting: false, history: [] }),
  ]
  const asked: Asked[] = sceneOf({
    movies: [before],
    answers: {
      'GET /api/batches': { body: [] },
      'GET /api/movies/m1': { body: before },
      'PUT /api/movies/m1': { body: saved },
      'GET /api/issues/groups': {
        body: [
          answerOf(listedGroupOutput, { _id: 'g1', issueType: 'LINK', open: 4 }),
          answerOf(listedGroupOutput, { _id: 'g2', issueType: 'VIDEO', open: 1 }),
        ],
      },
      'GET /api/issues/size': { body: { count: 4, until: 40 } },
      'POST /api/links/checks': { status: 202, body: { links: 2 } },
      'GET /api/links': () => ({
        body: asked.some(({ path }) => path === '/api/links/checks') ? found : [],
      }),
      'POST /api/issues/changeAllToFixes': { body: { count: 4, batchId: 'b1' } },
      'POST /api/issues/answers': { status: 202, body: { batch: 'b1' } },
    },
  })
  return asked
}

const repairs = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path === '/api/issues/changeAllToFixes').map(({ body }) => body)

const saveOtherLinks = async () => {
  await userEvent.click(await screen.findByRole('button', { name: `Activar ${NEW}` }))
  await press('Registrar')
}

it('addedLinks returns the URLs that a save activated', () => {
  expect(addedLinks(saved, before)).toEqual([NEW])
  expect(addedLinks(before, saved)).toEqual([])
  expect(addedLinks({ link: 'b' }, { link: 'a' })).toEqual(['b'])
  expect(addedLinks({ link: '' }, { link: 'a' })).toEqual([])
})

describe('saving changed links', () => {
  it.each(['up', 'unknown'] as const)(
    'from a report repairs only the ticked types of report, with verdict %s',
    async (verdict) => {
      const asked = sceneWith(verdict)
      openContents('/movie/m1?report=LINK')
      const banner = await screen.findByRole('region', { name: 'Reporte de error' })
      expect(await within(banner).findByRole('checkbox', { name: 'El enlace no abre (4)' })).toBeChecked()
      expect(within(banner).getByRole('checkbox', { name: 'No se ve la imagen (1)' })).not.toBeChecked()
      await saveOtherLinks()
      await waitFor(() => expect(repairs(asked)).toEqual([{ groups: ['g1'], count: 4, until: 40 }]))
      expect(await screen.findByText('Se marcaron como reparados 4 reportes.')).toBeVisible()
    },
  )

  it('from a report sends the answer of the banner with the repair, in one request', async () => {
    const asked = sceneWith('up')
    openContents('/movie/m1?report=LINK')
    const banner = await screen.findByRole('region', { name: 'Reporte de error' })
    await within(banner).findByRole('checkbox', { name: 'El enlace no abre (4)' })
    await userEvent.click(within(banner).getByRole('combobox', { name: /^Respuesta a quienes/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Otra respuesta…' }))
    await userEvent.click(within(banner).getByRole('textbox', { name: 'Respuesta' }))
    await userEvent.paste('Ya funciona.')
    await saveOtherLinks()
    const answers = () => asked.filter(({ path }) => path === '/api/issues/answers').map(({ body }) => body)
    await waitFor(() =>
      expect(answers()).toEqual([
        { groups: ['g1'], status: false, count: 4, until: 40, text: 'Ya funciona.', repair: true },
      ]),
    )
    expect(repairs(asked)).toEqual([])
  })

  it('from a report repairs none if the new link is dead', async () => {
    const asked = sceneWith('down')
    openContents('/movie/m1?report=LINK')
    await screen.findByRole('checkbox', { name: 'El enlace no abre (4)' })
    await saveOtherLinks()
    expect(await screen.findByText('El enlace nuevo está caído: sus reportes siguen abiertos.')).toBeVisible()
    expect(repairs(asked)).toEqual([])
    expect(await screen.findByText('Caído')).toBeVisible()
  })

  it('otherwise asks which types of report to repair, and shows the verdict of the check', async () => {
    const asked = sceneWith('up')
    openContents('/movie/m1')
    await saveOtherLinks()
    const offer = await screen.findByRole('dialog', {
      name: 'Este contenido tiene 5 reportes de error abiertos',
    })
    expect(within(offer).getByRole('checkbox', { name: 'El enlace no abre (4)' })).toBeChecked()
    await userEvent.click(within(offer).getByRole('checkbox', { name: 'No se ve la imagen (1)' }))
    expect(await within(offer).findByText('Activo')).toBeVisible()
    const mark = within(offer).getByRole('button', { name: /^Marcar como reparado/ })
    await waitFor(() => expect(mark).toBeEnabled())
    await userEvent.click(mark)
    await waitFor(() => expect(repairs(asked)).toEqual([{ groups: ['g1', 'g2'], count: 4, until: 40 }]))
  })
})
