import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { findChromium } from '../tests/support/chromium.mjs'
import { root } from './prepare.mjs'

/** Milliseconds that a step may take on a busy machine: Vite transforms hundreds of modules, one by one. */
const STEP_TIMEOUT = 300_000

/**
 * The admin's and the domain's modules of which a function ran in a browser, by task. Vite serves each module on its
 * own, as written; the first task includes the start of the admin.
 */
export async function filesOfTasks(api, { password, film, customer }) {
  const proxy = Object.fromEntries(['/api/', '/auth/'].map((path) => [path, api]))
  // Without hot reloading, whose code in each module would count as running.
  const admin = await createServer({
    root,
    // Other servers of this checkout replace the packages that Vite has bundled in its usual folder.
    cacheDir: join(root, '.cache', 'traced'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null, proxy },
  })
  await admin.listen()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const { port } = admin.httpServer.address()
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}`, locale: 'es-DO' })
    page.setDefaultTimeout(STEP_TIMEOUT)
    const button = (name) => page.getByRole('button', { name, exact: true })
    const traceModules = async (task) => {
      await page.coverage.startJSCoverage({ resetOnNavigation: false })
      await task()
      await pause(200)
      return modulesRun(await page.coverage.stopJSCoverage())
    }

    const signIn = await traceModules(async () => {
      await page.goto('/login')
      await page.getByRole('textbox', { name: 'Usuario' }).fill('sa')
      await page.getByLabel('Contraseña', { exact: true }).fill(password)
      await button('Entrar').click()
      await button('Buscar en todo').waitFor()
    })
    const userList = await traceModules(async () => {
      await page.goto('/admin')
      await page.getByRole('searchbox').fill(customer.name)
      await page.getByRole('searchbox').press('Enter')
      await page.getByRole('button', { name: `Crédito: ${customer.fullName}` }).waitFor()
    })
    const sale = await traceModules(async () => {
      await page.getByRole('button', { name: `Crédito: ${customer.fullName}` }).click()
      await button('Procesar').click()
      await page.getByText(/^Transacción procesada/).waitFor()
    })
    const edit = await traceModules(async () => {
      await page.goto(`/movie/${film}`)
      await page.getByRole('textbox', { name: 'Título', exact: true }).fill('La isla en el navegador')
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      await button('Registrar').click()
      await saved
    })
    return { film: edit, sale, 'sign-in': signIn, 'user-list': userList }
  } finally {
    await browser.close()
    await admin.close()
  }
}

/** Modules of which a function was called, besides the module's own body. */
const modulesRun = (entries) => {
  const ran = entries.filter(({ functions }) =>
    functions.slice(1).some(({ ranges: [{ count }] }) => count > 0),
  )
  const paths = ran.map(({ url }) => new URL(url).pathname.slice(1))
  return [...new Set(paths.filter((path) => path.startsWith('src/')))].sort()
}
