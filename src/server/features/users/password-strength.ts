import { z } from 'zod'
import {
  PASSWORD_MESSAGES,
  type PasswordStrength,
  staffPasswordProblem,
} from '../../../domain/users/password.ts'
import { text } from '../../../domain/validation/text.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { TooManyRequests } from '../../platform/http/errors.ts'
import { refusals } from '../../platform/http/shapes.ts'

const COMMONEST = 10_000
/** The estimate takes more time than its length: what follows makes no password weaker. */
const LOOKED_AT = 64

/** Loaded when a password is first judged: the lists take some megabytes. */
const load = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const words = ['clave', 'contraseña', 'contrasena', 'cartelera', 'usuario', 'administrador', 'hola']
  const factory = new ZxcvbnFactory({
    dictionary: { ...dictionary, spanish: words },
    graphs: adjacencyGraphs,
    maxLength: LOOKED_AT,
  })
  return { factory, commonest: new Set<unknown>(dictionary['passwords-common'].slice(0, COMMONEST)) }
}
let loaded: ReturnType<typeof load> | undefined

const judge = async (password: string): Promise<PasswordStrength> => {
  loaded ??= load()
  const { factory, commonest } = await loaded
  const isCommon = commonest.has(password.toLowerCase())
  return { score: factory.check(password.slice(0, LOOKED_AT)).score, isCommon }
}

/** Why a deployment with STRICT_PASSWORDS refuses a password for staff; undefined where it takes it, or is not strict. */
export const strictProblem = async (
  { strictPasswords }: Pick<Context['config'], 'strictPasswords'>,
  password: string,
): Promise<string | undefined> =>
  strictPasswords ? staffPasswordProblem(password, (await judge(password)).isCommon) : undefined

/** Judgements that one user may ask for in a minute: somebody who types makes a few. */
const MOST_A_MINUTE = 60
const MINUTE = 60_000

const createLimit = () => {
  const asked = new Map<string, { until: number; count: number }>()
  return (user: string, now: number): void => {
    for (const [key, { until }] of asked) {
      if (until > now) break
      asked.delete(key)
    }
    const window = asked.get(user) ?? { until: now + MINUTE, count: 0 }
    asked.set(user, window)
    if (++window.count > MOST_A_MINUTE)
      throw new TooManyRequests(Math.ceil((window.until - now) / 1000), PASSWORD_MESSAGES.tooManyChecks)
  }
}

/** How good a password is, for the forms that set one for staff; nothing of it is kept or logged. */
export const passwordStrengthRoute = (app: App, { now }: Context): void => {
  const limit = createLimit()
  app.post(
    '/api/passwords/strength',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['Usuarios'],
        summary: 'Estima la seguridad de una contraseña; no la guarda',
        body: z.strictObject({ password: text(200) }),
        response: {
          200: z.object({
            score: z.int().min(0).max(4).meta({ description: 'De 0, muy débil, a 4, muy buena' }),
            isCommon: z.boolean().meta({ description: 'Está entre las 10.000 más usadas' }),
          }),
          ...refusals(401, 403, 422, 429),
        },
      },
    },
    async ({ caller, body }) => {
      limit(caller.id, now().getTime())
      return judge(body.password)
    },
  )
}
