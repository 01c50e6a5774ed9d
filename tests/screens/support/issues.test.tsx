import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import { takeTool } from '../../support/open-contents.tsx'
import {
  issue,
  issueGroup,
  openSupport,
  press,
  sceneOf,
  userEvent,
  withSupportScreens,
} from './open-support.tsx'

withSupportScreens()

type Asked = ReturnType<typeof sceneOf>

const row = async () => (await screen.findByText('La isla mínima')).closest('tr') ?? document.body
const written = (asked: Asked) => asked.filter(({ method }) => method !== 'GET')
const filtered = (filter: object) => `/issues?filter=${encodeURIComponent(JSON.stringify(filter))}`
const inDialog = async (name: string) => {
  const button = within(await screen.findByRole('dialog')).getByRole('button', { name })
  // It counts the reports first.
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}

describe('the reports of errors', () => {
  it('are repaired by filter and count, with a note if fewer were still open', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': { body: { count: 9, until: 40 } },
        'POST /api/issues/changeAllToFixes': { body: { count: 7, batchId: 'b1' } },
      },
    })
    openSupport(filtered({ issueType: 'VIDEO', q: 'isla' }))
    await press('Reparar los 9 filtrados')
    await inDialog('Marcar como reparados')
    expect(
      await screen.findByText('Se marcaron como reparados 7 reportes. Los demás ya estaban reparados.'),
    ).toBeVisible()
    expect(written(asked)[0]?.body).toEqual({ issueType: 'VIDEO', search: 'isla', count: 9, until: 40 })
  })

  it.each([
    ['reports', '/issues', 'ids'],
    ['groups of reports', '/issues?view=groups', 'groups'],
  ])('are repaired by selection from %s', async (_, path, named) => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': { body: { count: 3, until: 40 } },
        'POST /api/issues/changeAllToFixes': { body: { count: 3, batchId: 'b1' } },
      },
    })
    openSupport(path)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir La isla mínima' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reparar' }))
    await screen.findByText('Se marcarán como reparados 3 reportes.')
    await inDialog('Marcar como reparados')
    // The list still contains them, so they stay selected, and the bar of the selection shows the result.
    const result = await screen.findByText('Se marcaron como reparados 3 reportes.')
    expect(screen.getByRole('group', { name: 'Con los elegidos' })).toContainElement(result)
    const [chosen] = written(asked)
    expect(chosen?.body).toEqual({ [named]: [expect.any(String)], count: 3, until: 40 })
    const counted = asked.filter(({ path }) => path === '/api/issues/size')
    expect(counted.some(({ query }) => named in query)).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar selección' }))
    expect(await screen.findByText('Se marcaron como reparados 3 reportes.')).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Con los elegidos' })).toBeNull()
  })

  it('are counted exactly before many are repaired, and refused above the limit of a batch', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': ({ query }) => ({
          body:
            query.exact === 'true'
              ? { count: 130_001, until: 40 }
              : { count: 129_000, until: 40, approximate: true },
        }),
      },
    })
    openSupport(filtered({ issueType: 'VIDEO' }))
    await press('Reparar los 130,001 filtrados')
    expect(await screen.findByText(/Use más filtros\./)).toBeVisible()
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByRole('button', { name: 'Marcar como reparados' })).toBeDisabled()
    expect(written(asked)).toEqual([])
  })

  it('show the message of the server if there are more than counted', async () => {
    vi.mocked(console.error).mockImplementation(() => undefined)
    sceneOf({
      answers: {
        'POST /api/issues/changeAllToFixes': {
          status: 409,
          body: { message: 'Hay más reportes.', code: 'STALE' },
        },
      },
    })
    openSupport(filtered({ issueType: 'VIDEO' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Reparar los? .*filtrado/ }))
    await inDialog('Marcar como reparados')
    expect(await screen.findByText('Hay más reportes.')).toBeVisible()
    vi.mocked(console.error).mockClear()
  })

  it('can all be repaired without a confirmation, and reopened from the message', async () => {
    const asked = sceneOf({
      answers: {
        'POST /api/issues/changeAllToFixes': { body: { count: 1200, batchId: 'b1' } },
        'POST /api/issues/repairs/b1/undo': { body: { reopened: 1200, kept: 0 } },
      },
    })
    openSupport('/issues')
    await press('Reparados Todos')
    expect(await screen.findByText('Se marcaron como reparados 1,200 reportes.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(written(asked)[0]).toMatchObject({ path: '/api/issues/changeAllToFixes', body: undefined })
    await press('Deshacer')
    expect(await screen.findByText('Se abrieron de nuevo 1,200 reportes.')).toBeVisible()
  })

  it('omit the names of deleted users who repaired reports or undid that', async () => {
    const undone = { reopened: 1250, kept: 0, date: '2026-03-16T14:00:00.000Z', userName: '' }
    const repair = { _id: 'b1', date: '2026-03-15T14:00:00.000Z', userName: '', count: 1250, filters: {} }
    sceneOf({ answers: { 'GET /api/issues/repairs': { body: [{ ...repair, title: null, undone }] } } })
    openSupport('/issues')
    await takeTool('Reparaciones recientes')
    const item = await screen.findByTestId('repair')
    expect(item).toHaveTextContent('15/03/2026 10:00:00 am · Usuario eliminado')
    expect(item).toHaveTextContent('Deshecha el 16/03/2026 10:00:00 am por Usuario eliminado.')
  })

  it('can be answered and repaired in one request', async () => {
    const date = '2026-03-15T14:00:00.000Z'
    const stored = {
      _id: 'c1',
      text: 'Ya funciona.',
      isAnswer: true,
      userName: 'soporte',
      date,
      batchId: 'b1',
    }
    const asked = sceneOf({
      answers: {
        'GET /api/issues/i1/comments': { body: [] },
        'POST /api/issues/i1/comments': { status: 201, body: stored },
      },
    })
    openSupport('/issues')
    await press(/^Más acciones/)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Responder' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Respuesta' }), 'Ya funciona.')
    await inDialog('Responder y reparar')
    expect(await screen.findByText('Se envió la respuesta. Se marcó como reparado 1 reporte.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Deshacer' })).toBeVisible()
    expect(written(asked)[0]?.body).toEqual({ text: 'Ya funciona.', isAnswer: true, repair: true })
  })

  it('can be repaired without an answer in the dialog of answers', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/i1/comments': { body: [] },
        'POST /api/issues/changeAllToFixes': { body: { count: 1, batchId: 'b1' } },
      },
    })
    openSupport('/issues')
    await press(/^Más acciones/)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Responder' }))
    await inDialog('Marcar como reparado')
    expect(await screen.findByText('Se marcó como reparado 1 reporte.')).toBeVisible()
    expect(written(asked)[0]).toMatchObject({
      path: '/api/issues/changeAllToFixes',
      body: { ids: ['i1'] },
    })
  })

  it('are repaired and answered by selection in one request, or not at all with an invalid answer', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': { body: { count: 3, until: 40 } },
        'POST /api/issues/answers': { status: 202, body: { batch: 'b1' } },
        'GET /api/batches': { body: [] },
        'GET /api/batches/b1': { status: 404, body: { message: 'No existe.' } },
      },
    })
    openSupport('/issues?view=groups')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir La isla mínima' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reparar' }))
    const answer = await screen.findByRole('textbox', { name: 'Respuesta' })
    await userEvent.type(answer, 'Hola {{nombre}')
    await inDialog('Responder y reparar')
    expect(await screen.findByText(/El marcador «\{nombre\}» no existe/)).toBeVisible()
    expect(written(asked)).toEqual([])
    await userEvent.clear(answer)
    await userEvent.type(answer, 'Ya funciona.')
    await inDialog('Responder y reparar')
    await waitFor(() => expect(written(asked)).toHaveLength(1))
    expect(written(asked)[0]).toMatchObject({
      path: '/api/issues/answers',
      body: { groups: ['g1'], status: false, count: 3, until: 40, text: 'Ya funciona.', repair: true },
    })
    // Otherwise the dialog of its progress would open in the next test.
    await waitFor(() => expect(asked.some(({ path }) => path.startsWith('/api/batches'))).toBe(true))
  })

  it('name who sent them to users who may read users, with a link to the customer', async () => {
    const sender = { _id: 'u7', name: 'apena', fullName: 'Ana Peña' }
    sceneOf({ answers: { 'GET /api/issues': { body: [issue({ sender, comments: 2, isAnswered: true })] } } })
    openSupport('/issues')
    expect(await screen.findByRole('link', { name: 'Ana Peña' })).toHaveAttribute('href', '/modify/u7')
    expect(within(await row()).getByText('Respondido')).toBeVisible()
    expect(within(await row()).getByRole('img', { name: 'Notas y respuestas: 2' })).toBeVisible()
  })

  it('in groups show the number of customers, and the names to those who get them', async () => {
    const senders = [{ _id: 'u7', name: 'apena', fullName: 'Ana Peña' }]
    sceneOf({
      routeAccess: buildGrants({ 'issue-list': [], 'user-list': [] }),
      answers: { 'GET /api/issues/groups': { body: [issueGroup({ senders })] } },
    })
    openSupport('/issues?view=groups')
    expect(await row()).toHaveTextContent('Clientes 2: Ana Peña…')
    expect(screen.queryByRole('link', { name: 'Ana Peña' })).toBeNull()
  })

  it('cannot be assigned to oneself if assigned to another user', async () => {
    const asked = sceneOf({ answers: { 'POST /api/issues/assignments': { body: { count: 0, kept: 1 } } } })
    openSupport('/issues')
    await press(/^Más acciones/)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Asignar a mí' }))
    expect(await screen.findByText('Otra persona ya lo tiene asignado.')).toBeVisible()
    expect(written(asked)[0]?.body).toEqual({ ids: ['i1'], isAssigned: true })
  })

  it('show notes and answers read-only without the permission', async () => {
    const comment = { _id: 'c1', text: 'Lo miramos.', isAnswer: true, userName: '' }
    const date = '2026-03-15T14:00:00.000Z'
    sceneOf({
      routeAccess: buildGrants({ 'issue-list': [] }),
      answers: { 'GET /api/issues/i1/comments': { body: [{ ...comment, date }] } },
    })
    openSupport('/issues')
    await press(/^Más acciones/)
    expect(screen.queryByRole('menuitem', { name: 'Asignar a mí' })).toBeNull()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Ver respuestas' }))
    expect(await screen.findByTestId('comment')).toHaveTextContent('Usuario eliminado')
    expect(screen.queryByRole('textbox', { name: /Respuesta|Nota/ })).toBeNull()
  })

  it('are read-only without the permission', async () => {
    sceneOf({ routeAccess: buildGrants({ 'issue-list': [] }) })
    openSupport('/issues')
    await row()
    expect(screen.queryByRole('link', { name: 'La isla mínima' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Marcar|Reabrir|Reparados Todos/ })).toBeNull()
  })
})
