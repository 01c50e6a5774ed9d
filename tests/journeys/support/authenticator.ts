import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** Adds Chromium's virtual authenticator to a page: a platform authenticator that always verifies its user. */
export async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The seed shown on a page, as a person would type it into an app. */
export const shownSeed = async (page: Page): Promise<string> =>
  ((await page.locator('code[translate=no]').textContent()) ?? '').replaceAll(' ', '')

/** The code that an app shows for a seed, `steps` of thirty seconds from now, since no code works twice. */
export const codeOf = (seed: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + steps * 30_000 })
