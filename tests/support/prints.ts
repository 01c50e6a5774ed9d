import { expect, type Page } from '@playwright/test'
import { type PrintedPage, readPdf } from './pdf.ts'

interface PrintingWindow {
  prints: string[]
}

/** Runs in the page: replaces printing, because a print dialog would block the browser and its PDFs. */
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

/** Waits for a print, and expects no other since the last call; returns the text of the first receipt. */
export const expectPrint = async (page: Page): Promise<string> => {
  const prints: string[] = []
  const take = () => page.evaluate(() => (window as unknown as PrintingWindow).prints.splice(0))
  await expect.poll(async () => prints.push(...(await take())), 'prints').toBeGreaterThan(0)
  expect(prints).toHaveLength(1)
  return prints.join()
}

/** The pages that the browser would print. */
export const pagesOf = async (page: Page): Promise<PrintedPage[]> =>
  readPdf(await page.pdf({ preferCSSPageSize: true }))

/** Waits for a print; returns its pages. */
export const printedPages = async (page: Page): Promise<PrintedPage[]> => {
  await expectPrint(page)
  return pagesOf(page)
}
