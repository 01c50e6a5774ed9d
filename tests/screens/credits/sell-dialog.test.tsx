import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useMe } from '../../../src/admin/api/me.ts'
import { HomeActions } from '../../../src/admin/app/home/HomeActions.tsx'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { CreditDialogProvider } from '../../../src/admin/features/credits/CreditDialogProvider.tsx'
import { held } from '../../support/fake-api.ts'
import { sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'
import { openPage } from '../../support/pages.tsx'

withUsersScreens()

const Home = () => {
  const { data: me } = useMe()
  return <CreditDialogProvider>{me === undefined ? null : <HomeActions me={me} />}</CreditDialogProvider>
}

const ANA = user()
const BERTA = user({ _id: 'u8', name: 'bsoto', fullName: 'Berta Soto' })

/** Opens 'Vender a…', whose search responds once released. */
const open = async () => {
  const search = held()
  sceneOf({
    answers: {
      'GET /api/users': async ({ query }) => {
        if (query.search === undefined) return { body: [ANA] }
        await search.until
        return { body: [BERTA] }
      },
    },
  })
  openPage(
    {
      '*': (
        <Admin {...adminProps}>
          <CustomRoutes>
            <Route path="/main" element={<Home />} />
          </CustomRoutes>
        </Admin>
      ),
    },
    '/main',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Vender' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vender a…' }))
  expect(await dialog.findByRole('option')).toHaveTextContent('Ana Peña')
  return { search, field: dialog.getByRole('combobox') }
}

it('sells to the customer who is searched for, not to the one listed before, when Enter precedes the response', async () => {
  const { search, field } = await open()
  await userEvent.type(field, 'berta{Enter}')
  expect(screen.getByRole('option')).toHaveTextContent('Ana Peña')
  search.release()
  expect(await screen.findByRole('dialog', { name: 'Crédito' })).toHaveTextContent('Berta Soto')
})

it('sells to nobody after Enter when the text has changed since', async () => {
  const { search, field } = await open()
  await userEvent.type(field, 'ber{Enter}ta')
  search.release()
  expect(await screen.findByText('Berta Soto')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Crédito' })).toBeNull()
  await userEvent.type(field, '{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Crédito' })).toHaveTextContent('Berta Soto')
})
