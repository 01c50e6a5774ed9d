import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeToken } from '../../../src/admin/api/http.ts'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { SettingsScreen } from '../../../src/admin/features/settings/SettingsScreen.tsx'
import { allGrants } from '../../../src/domain/access/permissions.ts'
import { meOf, settingsOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../support/pages.tsx'

const openSettings = (role: 'sa' | 'admin') => {
  const asked = fakeApi({
    'GET /api/users/me': { body: meOf({ role, routeAccess: allGrants() }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/apk/facts': { body: { file: null } },
    'PUT /api/settings': ({ body }) => ({ body: settingsOf(typeof body === 'object' ? { ...body } : {}) }),
  })
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <CustomRoutes>
            <Route path="/setting" element={<SettingsScreen />} />
          </CustomRoutes>
        </Admin>
      ),
    },
    { pathname: '/setting', search: '?tab=control' },
  )
  return asked
}

const field = (label: string | RegExp) => screen.findByLabelText(label, { selector: 'input' })
const fill = async (label: string | RegExp, text: string) => {
  const input = await field(label)
  await userEvent.clear(input)
  await userEvent.type(input, text)
}

beforeEach(() => {
  window.localStorage.clear()
  fakeMedia()
  window.scrollTo = () => undefined
  storeToken('t')
})

describe('the settings of demos', () => {
  it('are saved as numbers and a switch', async () => {
    const asked = openSettings('sa')
    await fill(/^Horas que dura un demo/, '24')
    await fill(/^Demos por agente y día/, '5')
    await fill(/^Balance mínimo para crear demos/, '10')
    await userEvent.click(await screen.findByRole('switch', { name: /^Un solo demo por equipo/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(asked.map(({ method }) => method)).toContain('PUT'))
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      demoHours: 24,
      demosPerDay: 5,
      demosMinBalance: 10,
      demoPerDevice: false,
    })
  })

  it('name their bounds', async () => {
    const asked = openSettings('sa')
    await fill(/^Horas que dura un demo/, '73')
    await fill(/^Demos por agente y día/, '1000')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('Debe ser un número entre 1 y 72.')).toBeVisible()
    expect(asked.map(({ method }) => method)).not.toContain('PUT')
  })

  it('let sa alone switch off the limit per device', async () => {
    openSettings('admin')
    expect(await screen.findByRole('switch', { name: /^Un solo demo por equipo/ })).toBeDisabled()
    expect(screen.getByText(/Solo sa puede modificarlo\./)).toBeVisible()
    expect(await field(/^Horas que dura un demo/)).toBeEnabled()
  })
})
