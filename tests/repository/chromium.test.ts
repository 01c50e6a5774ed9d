import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findChromium } from '../support/chromium.mjs'

describe('the browser of the tests', () => {
  let root = ''

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cartelera-browsers-'))
    for (const program of ['first/chromium', 'first/google-chrome', 'second/chromium-headless-shell']) {
      mkdirSync(join(root, program, '..'), { recursive: true })
      writeFileSync(join(root, program), '', { mode: 0o755 })
    }
    vi.stubEnv('PATH', `${join(root, 'first')}:${join(root, 'second')}`)
    vi.stubEnv('PLAYWRIGHT_CHROMIUM', '')
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(root, { recursive: true })
  })

  it('is a headless shell before a full browser in an earlier folder', () => {
    expect(findChromium()).toBe(join(root, 'second/chromium-headless-shell'))
  })

  it('is the one that PLAYWRIGHT_CHROMIUM names, whatever is installed', () => {
    vi.stubEnv('PLAYWRIGHT_CHROMIUM', '/opt/browser')
    expect(findChromium()).toBe('/opt/browser')
  })
})
