import type { Locator, Page } from '@playwright/test'
import { profileLabel } from '../../../src/domain/access/permissions.ts'
import type { Api, Row, Stored } from './api.ts'
import { choose, field } from './screen.ts'

/** The password field of a user's form. */
export const password = (page: Page): Locator => page.getByLabel(/^Contraseña/)

/** Fills in the required fields of a user. */
export async function fillUser(
  page: Page,
  name: string,
  given: { password: string; profile?: string; platform?: string },
): Promise<void> {
  await field(page, 'Usuario').fill(name)
  await password(page).fill(given.password)
  await choose(page, 'Perfil', profileLabel(given.profile ?? 'app'))
  await choose(page, 'App Origen', given.platform ?? 'cartelera.roku')
  await field(page, 'Nombre completo').fill(`Persona ${name}`)
  await field(page, 'Dirección').fill('Calle El Conde No. 5')
}

/** Creates a user through the API. */
export async function createUser(
  api: Api,
  name: string,
  profile: string,
  changes: Row = {},
): Promise<Stored> {
  const profiles: Stored[] = await api.get('/api/profiles?limit=100')
  const found = profiles.find((each) => each.name === profile)
  return api.post('/api/users', {
    name,
    fullName: `Persona ${name}`,
    address: 'Calle El Conde No. 5',
    platform: 'com.cartelera.roku.tv',
    password: 'cartelera',
    profile: found?._id,
    ...changes,
  })
}
