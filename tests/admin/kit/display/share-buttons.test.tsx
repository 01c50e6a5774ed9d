import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShareButtons } from '../../../../src/admin/kit/display/ShareButtons.tsx'

const TEXT = 'Usuario: demo7k3f9\nContraseña: abcd2345'

const open = (abilities: { clipboard?: object | undefined; share?: unknown }) => {
  const user = userEvent.setup()
  for (const [name, value] of Object.entries(abilities))
    Object.defineProperty(navigator, name, { value, configurable: true })
  render(<ShareButtons title="Recibo 000123" text={TEXT} />)
  return user
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(document, 'execCommand')
})

const announced = () => document.querySelector('[aria-live=polite]')

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

describe('a text that can be copied and shared', () => {
  it('can only be copied if the browser cannot share', async () => {
    const writeText = vi.fn(async () => undefined)
    const user = open({ clipboard: { writeText } })
    expect(screen.queryByRole('button', { name: 'Compartir' })).toBeNull()
    await press(user, 'Copiar')
    expect(writeText).toHaveBeenCalledWith(TEXT)
    expect(announced()).toHaveTextContent('Copiado')
  })

  it('is passed to the share dialog of the device if supported', async () => {
    const share = vi.fn(async () => undefined)
    const user = open({ share })
    await press(user, 'Compartir')
    expect(share).toHaveBeenCalledWith({ title: 'Recibo 000123', text: TEXT })
    expect(announced()).toBeEmptyDOMElement()
  })

  it('is neither shared nor copied if the share dialog is closed, and copied if sharing is not allowed', async () => {
    const writeText = vi.fn(async () => undefined)
    const share = vi
      .fn()
      .mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
      .mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
    const user = open({ share, clipboard: { writeText } })
    await press(user, 'Compartir')
    expect(writeText).not.toHaveBeenCalled()
    await press(user, 'Compartir')
    expect(writeText).toHaveBeenCalledWith(TEXT)
  })

  it('is copied by selection without the clipboard API, as on plain http, or else a failure is shown', async () => {
    const user = open({ clipboard: undefined })
    const copied: string[] = []
    const execCommand = vi.fn(() => {
      const { activeElement } = document
      if (activeElement instanceof HTMLTextAreaElement) copied.push(activeElement.value)
      return copied.length === 1
    })
    Object.assign(document, { execCommand })
    await press(user, 'Copiar')
    expect(copied).toEqual([TEXT])
    expect(screen.getByRole('button', { name: 'Copiado' })).toHaveFocus()
    expect(document.querySelector('textarea')).toBeNull()
    await press(user, 'Copiado')
    expect(screen.getByText('No se pudo copiar. Seleccione el texto y cópielo.')).toBeVisible()
  })
})
