import { expect, it, vi } from 'vitest'
import { printPage } from '../../../../src/admin/kit/display/print-page.ts'

it('gives the focus back to the element that had it, also to a browser that prints later', () => {
  const button = document.body.appendChild(document.createElement('button'))
  vi.stubGlobal('print', () => button.blur())
  button.focus()
  printPage()
  expect(button).toHaveFocus()
  button.blur()
  window.dispatchEvent(new Event('afterprint'))
  expect(button).toHaveFocus()
})
