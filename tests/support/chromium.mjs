import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

// The headless shell comes first: it takes a sixth less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Path of the Chromium that the browser tests drive: the one that PLAYWRIGHT_CHROMIUM names, the machine's own,
 * or Playwright's; nothing when there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.PLAYWRIGHT_CHROMIUM
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin')
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
  if (installed) return installed
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}
