import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const most: { login: number; list: number } = JSON.parse(
  readFileSync(`${root}scripts/first-load.json`, 'utf8'),
)

/** Sums the compressed size of every script that the page loads from now on. */
function weighScripts(page: Page): () => number {
  const paths = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') paths.add(new URL(response.url()).pathname)
  })
  return () => {
    const files = [...paths].map((path) => `${root}dist/admin${path}`).filter((file) => existsSync(file))
    return files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  }
}

// `npm run verify` computes the same from the build alone.
test('the scripts of the sign-in page stay within budget', { tag: '@all' }, async ({ page }) => {
  const weight = weighScripts(page)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  expect(weight()).toBeGreaterThan(0)
  expect(weight()).toBeLessThanOrEqual(most.login)
})

test('the scripts of the first list stay within budget', { tag: '@all' }, async ({ page, signedIn }) => {
  await signedIn('sa')
  const weight = weighScripts(page)
  await page.goto('/admin', { waitUntil: 'networkidle' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(weight()).toBeGreaterThan(most.login / 2)
  expect(weight()).toBeLessThanOrEqual(most.list)
})
