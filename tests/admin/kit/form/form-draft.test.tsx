import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext, Form, RecordContextProvider, useInput } from 'react-admin'
import { beforeEach, describe, expect, it } from 'vitest'
import { expireToken, storeToken } from '../../../../src/admin/api/http.ts'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import { routerProvider } from '../../../../src/admin/api/router.tsx'
import { FormDraft } from '../../../../src/admin/kit/form/form-draft.tsx'
import { meOf } from '../../../support/answers.ts'
import { openPage } from '../../../support/pages.tsx'

const Input = ({ source }: { source: string }) => {
  const { field } = useInput({ source, defaultValue: '' })
  return <input aria-label={source} {...field} />
}

const page = (record?: object) => (
  <CoreAdminContext routerProvider={routerProvider}>
    <RecordContextProvider value={record}>
      <Form>
        <FormDraft />
        <Input source="title" />
        <Input source="year" />
        <Input source="password" />
      </Form>
    </RecordContextProvider>
  </CoreAdminContext>
)

const come = (userId: string) => {
  storeToken(`token of ${userId}`)
  queryClient.setQueryData(['me'], meOf({ _id: userId }))
}

const typeAndExpire = async (address: string, record?: object) => {
  come('u1')
  const { unmount } = openPage({ '*': page(record) }, address)
  await userEvent.type(screen.getByLabelText('title'), 'La isla')
  await userEvent.type(screen.getByLabelText('password'), 's3creta')
  await act(async () => expireToken('token of u1'))
  unmount()
}

beforeEach(() => window.sessionStorage.clear())
describe('a form whose session expired', () => {
  it('restores the input without passwords', async () => {
    await typeAndExpire('/moviecrate')
    come('u1')
    openPage({ '*': page() }, '/moviecrate')
    expect(await screen.findByText(/Se recuperó lo que había escrito/)).toBeVisible()
    expect(screen.getByLabelText('title')).toHaveValue('La isla')
    expect(screen.getByLabelText('password')).toHaveValue('')
  })

  it('can discard the draft', async () => {
    await typeAndExpire('/movie/5', { id: '5', title: '', year: '2014', dateUpdate: 'd1' })
    come('u1')
    openPage({ '*': page({ id: '5', title: '', year: '2014', dateUpdate: 'd1' }) }, '/movie/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
    expect(screen.getByLabelText('title')).toHaveValue('')
    expect(screen.queryByText(/Se recuperó/)).toBeNull()
  })

  it('warns if the record was changed meanwhile, and restores only the edited fields', async () => {
    await typeAndExpire('/movie/5', { id: '5', title: '', year: '2014', dateUpdate: 'd1' })
    come('u1')
    openPage({ '*': page({ id: '5', title: 'Otra', year: '2015', dateUpdate: 'd2' }) }, '/movie/5')
    expect(await screen.findByText(/Alguien más modificó el registro/)).toBeVisible()
    expect(screen.getByLabelText('title')).toHaveValue('La isla')
    expect(screen.getByLabelText('year')).toHaveValue('2015')
  })

  it('restores nothing for another user or at another path', async () => {
    await typeAndExpire('/moviecrate')
    come('u2')
    const { unmount } = openPage({ '*': page() }, '/moviecrate')
    await waitFor(() => expect(window.sessionStorage).toHaveLength(0))
    expect(screen.getByLabelText('title')).toHaveValue('')
    unmount()
  })

  it('stores no draft if it is unchanged', async () => {
    come('u1')
    openPage({ '*': page({ id: '5', title: 'x' }) }, '/movie/5')
    await act(async () => expireToken('token of u1'))
    expect(window.sessionStorage).toHaveLength(0)
  })
})

describe('a form whose page was reloaded', () => {
  const typeAndReload = async (address: string) => {
    come('u1')
    const { unmount } = openPage({ '*': page() }, address)
    await userEvent.type(screen.getByLabelText('title'), 'La isla')
    await userEvent.type(screen.getByLabelText('password'), 's3creta')
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    unmount()
  }

  it('restores the input without passwords, for the same user only', async () => {
    await typeAndReload('/moviecrate')
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('s3creta')
    const { unmount } = openPage({ '*': page() }, '/moviecrate')
    expect(
      await screen.findByText('Se recuperó lo que había escrito antes de que se recargara la página.'),
    ).toBeVisible()
    expect(screen.getByLabelText('title')).toHaveValue('La isla')
    expect(screen.getByLabelText('password')).toHaveValue('')
    unmount()
    await typeAndReload('/moviecrate')
    come('u2')
    openPage({ '*': page() }, '/moviecrate')
    await waitFor(() => expect(window.sessionStorage).toHaveLength(0))
    expect(screen.getByLabelText('title')).toHaveValue('')
  })

  it('does not restore changes that were saved before the reload', async () => {
    come('u1')
    const { unmount } = openPage(
      { '*': page({ id: '5', title: '', year: '2014', dateUpdate: 'd1' }) },
      '/movie/5',
    )
    await userEvent.type(screen.getByLabelText('title'), 'La isla')
    await userEvent.clear(screen.getByLabelText('year'))
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    unmount()
    expect(window.sessionStorage).toHaveLength(1)
    openPage({ '*': page({ id: '5', title: 'La isla', year: null, dateUpdate: 'd2' }) }, '/movie/5')
    await waitFor(() => expect(window.sessionStorage).toHaveLength(0))
    expect(screen.queryByText(/Se recuperó/)).toBeNull()
    expect(screen.getByLabelText('title')).toHaveValue('La isla')
  })

  it('discards the draft if the page returns from the browser’s back/forward cache', async () => {
    come('u1')
    openPage({ '*': page() }, '/moviecrate')
    await userEvent.type(screen.getByLabelText('title'), 'La isla')
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(window.sessionStorage).toHaveLength(1)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(window.sessionStorage).toHaveLength(0)
  })
})
