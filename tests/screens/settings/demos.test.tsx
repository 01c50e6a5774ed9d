import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeToken } from '../../../src/admin/api/http.ts'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { SettingsScreen } from '../../../src/admin/features/settings/SettingsScreen.tsx'
import { allGrants, buildGrants } from '../../../src/domain/access/permissions.ts'
import { meOf, settingsOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../support/pages.tsx'

const openSettings = (role: 'sa' | 'admin', flags?: Parameters<typeof buildGrants>[0]) => {
  const routeAccess = flags === undefined ? allGrants() : buildGrants(flags)
  const asked = fakeApi({
    'GET /api/users/me': { body: meOf({ role, routeAccess }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/audit/settings': {
      body: [
        { setting: 'demoHours', date: `${new Date().getFullYear()}-11-12T14:00:00.000Z`, userName: 'ana' },
        { setting: 'demosPerDay', date: '2024-01-05T14:00:00.000Z', userName: '' },
      ],
    },
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

  it('say what they do and who changed them last, as a link to that history', async () => {
    const asked = openSettings('admin')
    const lastChange = await screen.findByRole('link', { name: /^Cambiado por ana el 12\/11: / })
    expect(lastChange).toHaveTextContent(/^Cambiado por ana el 12\/11$/)
    expect(lastChange).toHaveAttribute(
      'href',
      `/audit?filter=${encodeURIComponent('{"settings":"demoHours"}')}`,
    )
    expect(await field(/^Horas que dura un demo/)).toHaveAccessibleDescription(
      /^De 1 a 72, desde que se crea\. Cambiado por ana el 12\/11/,
    )
    expect(screen.getByText('Cambiado el 05/01/2024')).toBeVisible()
    expect(screen.getAllByRole('link', { name: /^Cambiado / })).toHaveLength(2)
    const count = () => asked.filter(({ path }) => path === '/api/audit/settings').length
    expect(count()).toBe(1)
    await fill(/^Horas que dura un demo/, '24')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(count()).toBe(2))
  })

  it('name nobody to those who may not read the audit log', async () => {
    openSettings('admin', { settings: ['modify'] })
    expect(await field(/^Horas que dura un demo/)).toHaveAccessibleDescription(
      'De 1 a 72, desde que se crea.',
    )
    expect(screen.queryByRole('link', { name: /^Cambiado / })).toBeNull()
  })

  it('let sa alone switch off the limit per device', async () => {
    openSettings('admin')
    const perDevice = await screen.findByRole('switch', { name: /^Un solo demo por equipo/ })
    expect(perDevice).toBeDisabled()
    expect(perDevice).toHaveAccessibleDescription(/Solo sa puede modificarlo\.$/)
    expect(await field(/^Horas que dura un demo/)).toBeEnabled()
  })
})
