import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storeToken } from '../../../../src/admin/api/http.ts'
import { PublicHome } from '../../../../src/admin/app/public/PublicHome.tsx'
import { openPage } from '../../../support/pages.tsx'

it('the home page leads visitors to the sign-in, and signed-in users to their home page', () => {
  openPage({ '/': <PublicHome /> }, '/')
  expect(screen.getByRole('heading', { level: 1, name: 'Cartelera' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
  act(() => storeToken('t'))
  expect(screen.getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/main')
})
