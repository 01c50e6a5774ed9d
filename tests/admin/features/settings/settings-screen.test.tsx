import { screen, waitFor } from '@testing-library/react'
import { CustomRoutes } from 'ra-core'
import { Route } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../../../src/admin/api/addresses.ts'
import { Shell } from '../../../../src/admin/app/layout/Shell.tsx'
import { SettingsScreen } from '../../../../src/admin/features/settings/SettingsScreen.tsx'
import { allGrants } from '../../../../src/domain/access/permissions.ts'
import { firstSettings } from '../../../../src/domain/settings/settings.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { openPage } from '../../../support/pages.tsx'
import { allowReports, field, press, userEvent, withContentScreens } from '../contents/open-contents.tsx'

withContentScreens()

const stored = { ...firstSettings(), alertMessages: ['Hola'], dateUpdate: '2026-01-01T00:00:00.000Z' }

const sceneOf = (role: 'sa' | 'admin' = 'sa', answers: Parameters<typeof fakeApi>[0] = {}) => {
  const { linkReserved: _, ...seen } = stored
  return fakeApi({
    'GET /api/users/me': {
      body: { _id: 'u1', name: role, fullName: 'Quien', role, routeAccess: allGrants() },
    },
    'GET /api/settings': { body: role === 'sa' ? stored : seen },
    'GET /api/apk/facts': { body: { file: null } },
    ...answers,
  })
}

const open = (tab: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Shell>
          <CustomRoutes>
            <Route path={pathOf('main')} element={<p>inicio</p>} />
            <Route path={pathOf('settings')} element={<SettingsScreen />} />
          </CustomRoutes>
        </Shell>
      ),
    },
    `/setting?tab=${tab}`,
  )

const tab = (name: RegExp) => screen.findByRole('tab', { name })

describe('the settings', () => {
  it('open on the tab of the address, and send the changed fields with dateUpdate', async () => {
    const asked = sceneOf('sa', {
      'PUT /api/settings': ({ body }) => ({
        body: { ...stored, ...Object(body), dateUpdate: '2026-01-02T00:00:00.000Z' },
      }),
    })
    const { router } = open('alerts')
    expect(await tab(/^Mensajes de alerta/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.click(await tab(/^Control/))
    expect(router.state.location.search).toBe('?tab=control')
    await userEvent.clear(await field('Precio mensual'))
    await userEvent.type(await field('Precio mensual'), '350,5')
    await press('Guardar')
    expect(await screen.findByText('Los datos fueron guardados.')).toBeVisible()
    const [write] = asked.filter(({ method }) => method === 'PUT')
    expect(write?.body).toEqual({ creditPriceMonthly: 350.5, dateUpdate: '2026-01-01T00:00:00.000Z' })
  })

  it('require a period of sale, with an immediate error', async () => {
    sceneOf()
    open('control')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'MESES' }))
    expect(await screen.findByText('Debe seleccionar al menos un período.')).toBeVisible()
    await press('Guardar')
    expect(await screen.findByText('Debe especificar al menos un período de venta')).toBeVisible()
  })

  it('open the hidden tab of a field that the server rejects', async () => {
    allowReports()
    const errors = { 'alertMessages.0': { message: 'Debe especificar el mensaje de alerta' } }
    sceneOf('sa', { 'PUT /api/settings': { status: 422, body: { message: 'no', errors } } })
    const { router } = open('control')
    await userEvent.type(await field('Agente de canales'), 'x')
    await press('Guardar')
    await waitFor(() => expect(router.state.location.search).toBe('?tab=alerts'))
    const marked = await tab(/^Mensajes de alerta: 1 campo por corregir/)
    await waitFor(() => expect(marked).toHaveAttribute('aria-selected', 'true'))
    expect(screen.getByText('Debe especificar el mensaje de alerta')).toBeVisible()
  })
})
