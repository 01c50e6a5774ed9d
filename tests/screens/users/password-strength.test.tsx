import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordStrength } from '../../../src/admin/features/users/PasswordStrength.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const path = 'POST /api/passwords/strength'

test('shows the strength of a password, requested only for the last input', async () => {
  const asked = fakeApi({ [path]: { body: { score: 3, isCommon: false } } })
  const { rerender } = render(<PasswordStrength password="t" />)
  rerender(<PasswordStrength password="tren-azul" />)
  expect(await screen.findByText(/Seguridad: Buena\./)).toHaveAttribute('role', 'status')
  expect(screen.getByRole('progressbar', { name: /Buena/ })).toHaveAttribute('aria-valuenow', '80')
  expect(asked.map(({ body }) => body)).toEqual([{ password: 'tren-azul' }])
})

test('warns about a common password regardless of its estimate', async () => {
  fakeApi({ [path]: { body: { score: 2, isCommon: true } } })
  render(<PasswordStrength password="password1" />)
  const text = /Seguridad: Muy débil\. Es una de las contraseñas más usadas: conviene elegir otra\./
  expect(await screen.findByText(text)).toBeVisible()
})

test('shows nothing for an empty password', () => {
  const { container } = render(<PasswordStrength password="" />)
  expect(container).toBeEmptyDOMElement()
})
