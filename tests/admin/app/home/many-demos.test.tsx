import { screen, within } from '@testing-library/react'
import { Admin, CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeToken } from '../../../../src/admin/api/http.ts'
import { adminProps } from '../../../../src/admin/app/layout/admin-props.tsx'
import { HomePage } from '../../../../src/admin/app/layout/HomePage.tsx'
import { today } from '../../../../src/admin/kit/display/dates.ts'
import { buildGrants, type Flag } from '../../../../src/domain/access/permissions.ts'
import { dayAfter } from '../../../../src/domain/format/dates.ts'
import { meOf, settingsOf } from '../../../support/answers.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../../support/pages.tsx'

const admin = (
  <Admin {...adminProps}>
    <CustomRoutes>
      <Route path="/main" element={<HomePage />} />
    </CustomRoutes>
  </Admin>
)

const openHome = (flags: Readonly<Record<string, readonly Flag[]>>, role: 'admin' | 'agent' = 'admin') => {
  const asked = fakeApi({
    'GET /api/users/me': { body: meOf({ role, routeAccess: buildGrants(flags) }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/users/demo/many': {
      body: [
        { _id: 'u1', fullName: 'Ana Sol', day: today(), demos: 1_300 },
        { _id: 'u2', fullName: 'Luis Gil', day: dayAfter(today(), -1), demos: 21 },
      ],
    },
  })
  openPage({ '/login': <p>entrada</p>, '*': admin }, '/main')
  return asked
}

beforeEach(() => {
  window.localStorage.clear()
  fakeMedia()
  storeToken('t')
})

describe('the resellers with many demos (rule U27)', () => {
  it('are named on the home page, with a way to the limits', async () => {
    openHome({ 'user-list': [], settings: ['modify'] })
    const notice = (await screen.findByText(/creó 1,300 demos hoy/)).closest('[role=alert]')
    if (!(notice instanceof HTMLElement)) throw new Error('The text is in no alert')
    expect(notice).toHaveTextContent('Ana Sol creó 1,300 demos hoy.Luis Gil creó 21 demos ayer.')
    expect(within(notice).getByRole('link', { name: 'Luis Gil' })).toHaveAttribute('href', '/modify/u2')
    expect(within(notice).getByRole('link', { name: 'Poner límites' })).toHaveAttribute(
      'href',
      '/setting?tab=control',
    )
  })

  it('lead to no settings without the permission to change them', async () => {
    openHome({ 'user-list': [] })
    expect(await screen.findByText(/creó 1,300 demos hoy/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Poner límites' })).toBeNull()
  })

  it('are not asked for by resellers', async () => {
    const asked = openHome({ 'user-list': [] }, 'agent')
    expect(await screen.findByRole('navigation', { name: /cosas para probar/ })).toBeVisible()
    expect(asked.map(({ path }) => path)).not.toContain('/api/users/demo/many')
  })
})
