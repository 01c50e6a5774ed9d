import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { grants } from '../../../../src/domain/access/permissions.ts'
import { openSupport, press, sceneOf, userEvent, withSupportScreens } from './open-support.tsx'

withSupportScreens()

type Asked = ReturnType<typeof sceneOf>

const row = async () => (await screen.findByText('La isla mínima')).closest('tr') ?? document.body
const written = (asked: Asked) => asked.filter(({ method }) => method !== 'GET')
const filtered = (filter: object) => `/issues?filter=${encodeURIComponent(JSON.stringify(filter))}`
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('the reports of errors', () => {
  it('are repaired as filtered and counted, with a note if fewer were left', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': { body: { count: 9, until: 40 } },
        'POST /api/issues/changeAllToFixes': { body: { count: 7 } },
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

  it('show the message of the server if it found more', async () => {
    vi.mocked(console.error).mockImplementation(() => undefined)
    sceneOf({
      answers: {
        'POST /api/issues/changeAllToFixes': {
          status: 409,
          body: { message: 'Hay más reportes.', code: 'STALE' },
        },
      },
    })
    openSupport('/issues')
    await press('Reparados Todos')
    await inDialog('Marcar como reparados')
    expect(await screen.findByText('Hay más reportes.')).toBeVisible()
    vi.mocked(console.error).mockClear()
  })

  it('are read-only without the permission', async () => {
    sceneOf({ routeAccess: grants({ 'issue-list': [] }) })
    openSupport('/issues')
    await row()
    expect(screen.queryByRole('link', { name: 'La isla mínima' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Marcar|Reabrir|Reparados Todos/ })).toBeNull()
  })
})
