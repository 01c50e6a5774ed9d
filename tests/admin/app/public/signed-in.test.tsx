import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expireToken, storeToken } from '../../../../src/admin/api/http.ts'
import { SignedIn } from '../../../../src/admin/app/public/LoginPage.tsx'
import { openPage } from '../../../support/pages.tsx'

const open = (address: string) =>
  openPage(
    { '/login': <p>entrada</p>, '*': <SignedIn visitor={<p>visitante</p>}>adentro</SignedIn> },
    address,
  )

describe('a visitor', () => {
  it('sees the public home page', () => {
    open('/')
    expect(screen.getByText('visitante')).toBeVisible()
  })

  it('is redirected to the sign-in, which returns to the URL', () => {
    const { router } = open('/movie?page=2')
    expect(screen.getByText('entrada')).toBeVisible()
    expect(router.state.location.state).toEqual({
      nextPathname: '/movie',
      nextSearch: '?page=2',
      expired: false,
    })
  })

  it('is redirected home from an unknown path', () => {
    const { router } = open('/nada')
    expect(router.state.location.pathname).toBe('/')
    expect(router.state.location.state).toEqual({ refused: 'unknown' })
  })
})

describe('a signed-in user', () => {
  it('sees the public home page at /, and the admin elsewhere', () => {
    storeToken('t')
    open('/')
    expect(screen.getByText('visitante')).toBeVisible()
    open('/movie')
    expect(screen.getByText('adentro')).toBeVisible()
  })

  it('is redirected to the sign-in with a message when the session ends', async () => {
    storeToken('t')
    const { router } = open('/movie/5?tab=1')
    expect(screen.getByText('adentro')).toBeVisible()
    await act(async () => expireToken('t'))
    expect(screen.getByText('entrada')).toBeVisible()
    expect(router.state.location.state).toEqual({
      nextPathname: '/movie/5',
      nextSearch: '?tab=1',
      expired: true,
    })
  })
})
