import { expect } from '../../support/browser.ts'
import type { PrintedPage } from '../../support/pdf.ts'

/** Expects a single page of 80 by 72 mm; returns it. */
export function expectReceipt(pages: PrintedPage[]): PrintedPage {
  const [first = { width: 0, height: 0, text: '' }, ...more] = pages
  expect(more).toEqual([])
  expect(Math.abs(first.width - 80)).toBeLessThanOrEqual(0.2)
  expect(Math.abs(first.height - 72)).toBeLessThanOrEqual(0.2)
  return first
}

export const linesOf = ({ text }: PrintedPage): string[] => text.split('\n').map((line) => line.trim())
