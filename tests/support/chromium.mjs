import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** The headless shell comes first: it takes a third of the time of a full browser. */
const NAMES = [
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

/** Playwright's own builds, the headless shell first; Playwright only tells the path of the full browser. */
function playwrightBuilds() {
  const path = chromium.executablePath()
  const shells = path.replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2')
  const files = existsSync(shells) ? readdirSync(shells, { encoding: 'utf8', recursive: true }) : []
  const isShell = /(?:^|[\\/])(?:chrome-headless-shell|headless_shell)(?:\.exe)?$/
  return [...files.filter((file) => isShell.test(file)).map((file) => join(shells, file)), path]
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
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...playwrightBuilds()].find(isExecutable)
}
