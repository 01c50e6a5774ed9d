import { SESSION_ENDPOINTS as API, type SignInPage } from '../../../domain/sign-in/endpoints.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'
import { currentStoredSettings } from '../../platform/settings/read-settings.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-logins.ts'

/** Requests of an address in a minute: each reads the database. */
const MAX_A_MINUTE = 600

/** What visitors need to sign in (rules P24, S12). */
export const signInPageRoute = (app: App, context: Context): void => {
  app.route({
    ...operation(API.signInPage),
    config: { access: 'public', ipLimit: MAX_A_MINUTE },
    logLevel: 'warn',
    async handler() {
      const { value, logo } = await currentStoredSettings(context.db)
      const { mail, businessName: name } = value
      return { mail, name, picture: logo?.path ?? '', ...(await readDemo(context)) }
    },
  })
}

const readDemo = async ({ demo, config }: Context): Promise<Pick<SignInPage, 'demo'>> => {
  if (!demo) return {}
  const { dateBegin, dateReset } = await demo.dates()
  return {
    demo: {
      logins: [...DEMO_LOGINS],
      password: DEMO_PASSWORD,
      dateBegin: dateBegin.toISOString(),
      dateReset: dateReset?.toISOString() ?? null,
      timeZone: config.timeZone,
    },
  }
}
