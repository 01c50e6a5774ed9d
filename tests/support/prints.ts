import { expect, type Page } from '@playwright/test'
import { type PrintedPage, readPdf } from './pdf.ts'

interface PrintingWindow {
  prints: string[]
}

/** Runs in the page: a print dialog would block the browser, which then makes no PDF. */
const record = (): void => {
  const prints: string[] = []
  const print = (): void => {
    prints.push(document.querySelector('.receipt')?.textContent ?? '')
  }
  Object.assign(window, { prints, print })
}

/** Records the prints of a context's pages, instead of printing. */
export const recordPrints = (context: { addInitScript: (script: () => void) => Promise<unknown> }) =>
  context.addInitScript(record)

/** Awaits a print, the only one since the last awaited one; returns the text of the first receipt. */
export const expectPrint = async (page: Page): Promise<string> => {
  const prints: string[] = []
  const take = () => page.evaluate(() => (window as unknown as PrintingWindow).prints.splice(0))
  await expect.poll(async () => prints.push(...(await take())), 'prints').toBeGreaterThan(0)
  expect(prints).toHaveLength(1)
  return prints.join()
}

/** What the browser would print of the page. */
export const pagesOf = async (page: Page): Promise<PrintedPage[]> =>
  readPdf(await page.pdf({ preferCSSPageSize: true }))

/** Awaits a print, and returns its pages. */
export const printedPages = async (page: Page): Promise<PrintedPage[]> => {
  await expectPrint(page)
  return pagesOf(page)
}
