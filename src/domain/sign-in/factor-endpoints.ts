import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant, noOutput, recordId } from '../contract/entity.ts'
import { optionalName, text } from '../validation/fields.ts'
import { FACTOR_KINDS, FACTOR_MESSAGES, normalCode, normalRecoveryCode, RECOVERY_SYMBOLS } from './factor.ts'

const MAX_CREDENTIAL = 2000

const base64url = (max = MAX_CREDENTIAL) =>
  z
    .string(FACTOR_MESSAGES.wrongPasskey)
    .regex(/^[\w-]+$/, FACTOR_MESSAGES.wrongPasskey)
    .max(max)

/** What browsers answer about a credential; further fields are ignored. */
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key', FACTOR_MESSAGES.wrongPasskey),
    response,
  })

/** A WebAuthn assertion as `PublicKeyCredential.toJSON()` writes it. */
const assertionSchema = credential(
  z.object({
    clientDataJSON: base64url(),
    authenticatorData: base64url(),
    signature: base64url(5000),
    userHandle: base64url().nullish(),
  }),
)
export type Assertion = z.output<typeof assertionSchema>

/** The credential that an authenticator created, written likewise. */
const attestationSchema = credential(
  z.object({
    clientDataJSON: base64url(),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
)
export type Attestation = z.output<typeof attestationSchema>

const code = () =>
  z
    .string(FACTOR_MESSAGES.code)
    .max(20, FACTOR_MESSAGES.code)
    .transform(normalCode)
    .refine((value) => /^\d{6}$/.test(value), FACTOR_MESSAGES.code)

const recoveryCode = () =>
  z
    .string(FACTOR_MESSAGES.recoveryCode)
    .max(100, FACTOR_MESSAGES.recoveryCode)
    .transform(normalRecoveryCode)
    .refine((value) => value.length === RECOVERY_SYMBOLS, FACTOR_MESSAGES.recoveryCode)

/** One of the ways to answer with a factor. */
const ANSWERS = {
  code: code().optional().meta({ description: 'De la aplicación de autenticación' }),
  recoveryCode: recoveryCode().optional(),
  assertion: assertionSchema.optional(),
}
export type FactorAnswer = {
  code?: string | undefined
  recoveryCode?: string | undefined
  assertion?: Assertion | undefined
}

/** Ways to confirm a session besides the password. */
export const CONFIRMATIONS = { code: ANSWERS.code, assertion: ANSWERS.assertion }

export const exactlyOne = (...sent: unknown[]): boolean =>
  sent.filter((each) => each !== undefined).length === 1

const challenge = text(100).meta({ description: 'El que entregó el inicio de sesión' })

const kind = z.enum(FACTOR_KINDS, FACTOR_MESSAGES.kind).meta({ title: 'Tipo' })

const publicKeyType = z.literal('public-key')
const descriptor = z.object({
  id: z.string(),
  type: publicKeyType,
  transports: z.array(z.string()).optional(),
})

/** Options of `navigator.credentials.get`, as JSON. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
  allowCredentials: z.array(descriptor).optional(),
})

export type RequestOptions = z.output<typeof requestOptions>

/** How a challenge or a session can be answered. */
export const waysOutput = z.object({
  kinds: z.array(kind),
  passkey: requestOptions
    .nullable()
    .meta({ description: 'Para navigator.credentials.get; null: no se puede usar una llave de acceso' }),
})
export type Ways = z.output<typeof waysOutput>

/** Options of `navigator.credentials.create`, as JSON. */
const creationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
  timeout: z.int().optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    })
    .optional(),
})
export type CreationOptions = z.output<typeof creationOptions>

/** The beginning of an enrolment: a seed, or the options of a passkey. */
const enrolmentOutput = z.object({
  kind,
  secret: z.string().optional().meta({ description: 'En base32, para digitarlo; solo se entrega aquí' }),
  url: z.string().optional().meta({ description: 'Dirección otpauth para el código QR' }),
  options: creationOptions.optional().meta({ description: 'Para navigator.credentials.create' }),
})
export type Enrolment = z.output<typeof enrolmentOutput>

const PROOFS = {
  code: code().optional().meta({ description: 'El que muestra la aplicación para la clave nueva' }),
  attestation: attestationSchema.optional(),
  name: optionalName(60).meta({ title: 'Nombre', description: 'Para reconocerlo después' }),
}
export type EnrolmentProof = {
  code?: string | undefined
  attestation?: Attestation | undefined
  name: string
}

const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Diez códigos de un solo uso; solo se entregan aquí' })

const factorOutput = z.object({
  _id: recordId,
  kind,
  name: z.string(),
  dateCreate: instant().meta({ title: 'Agregado' }),
  lastUse: instant().nullable().meta({ title: 'Último uso' }),
})
export type Factor = z.output<typeof factorOutput>

const factorsOutput = z.object({
  factors: z.array(factorOutput),
  recoveryCodes: z.int().meta({ description: 'Códigos de recuperación sin usar' }),
})

const ownFactorsOutput = factorsOutput.extend({
  kinds: z.array(kind).meta({ description: 'Los que se pueden agregar' }),
  isDemanded: z.boolean().meta({ description: 'Si el perfil exige un segundo factor' }),
  notice: z.string().nullable().meta({ description: 'Por qué no se puede agregar alguno' }),
})
export type OwnFactors = z.output<typeof ownFactorsOutput>

const beginSchema = z.strictObject({ kind })

export const FACTOR_ENDPOINTS = endpoints({
  answer: {
    id: 'answerSecondFactor',
    method: 'POST',
    path: '/auth/second-factor',
    tag: 'Sesión',
    summary: 'Termina un inicio de sesión con el segundo factor',
    body: z
      .strictObject({ challenge, ...ANSWERS })
      .refine(({ code, recoveryCode, assertion }) => exactlyOne(code, recoveryCode, assertion), {
        error: FACTOR_MESSAGES.oneAnswer,
        path: ['code'],
      }),
    response: { 200: z.object({ token: z.string() }) },
    errors: [401, 409, 422, 429, 503],
  },
  options: {
    id: 'secondFactorOptions',
    method: 'POST',
    path: '/auth/second-factor/options',
    tag: 'Sesión',
    summary: 'Segundos factores con que se responde un desafío',
    body: z.strictObject({ challenge }),
    response: { 200: waysOutput },
    errors: [401, 422, 503],
  },
  enrol: {
    id: 'enrolAtSignIn',
    method: 'POST',
    path: '/auth/second-factor/enrol',
    tag: 'Sesión',
    summary: 'Empieza a configurar el segundo factor que el perfil exige',
    body: beginSchema.extend({ challenge }),
    response: {
      200: enrolmentOutput.extend({
        offersPasskeys: z
          .boolean()
          .meta({ description: 'Si también se puede configurar una llave de acceso' }),
      }),
    },
    errors: [401, 409, 422, 503],
  },
  verifyEnrolment: {
    id: 'verifyEnrolmentAtSignIn',
    method: 'POST',
    path: '/auth/second-factor/enrol/verify',
    tag: 'Sesión',
    summary: 'Termina de configurarlo e inicia la sesión',
    body: z
      .strictObject({ challenge, ...PROOFS })
      .refine(({ code, attestation }) => exactlyOne(code, attestation), {
        error: FACTOR_MESSAGES.oneAnswer,
        path: ['code'],
      }),
    response: { 200: z.object({ token: z.string(), recoveryCodes }) },
    errors: [401, 409, 422, 503],
  },
  list: {
    id: 'listOwnFactors',
    method: 'GET',
    path: '/api/me/factors',
    tag: 'Cuenta',
    summary: 'Segundos factores de quien pregunta',
    response: { 200: ownFactorsOutput },
    errors: [401, 403],
  },
  begin: {
    id: 'beginOwnFactor',
    method: 'POST',
    path: '/api/me/factors',
    tag: 'Cuenta',
    summary: 'Empieza a agregar un segundo factor',
    body: beginSchema,
    response: { 200: enrolmentOutput },
    errors: [401, 403, 409, 422],
  },
  verify: {
    id: 'verifyOwnFactor',
    method: 'POST',
    path: '/api/me/factors/verify',
    tag: 'Cuenta',
    summary: 'Termina de agregarlo; con el primero entrega los códigos de recuperación',
    body: z.strictObject(PROOFS).refine(({ code, attestation }) => exactlyOne(code, attestation), {
      error: FACTOR_MESSAGES.oneAnswer,
      path: ['code'],
    }),
    response: { 200: z.object({ recoveryCodes: recoveryCodes.nullable() }) },
    errors: [401, 403, 409, 422],
  },
  renewCodes: {
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/api/me/factors/recovery-codes',
    tag: 'Cuenta',
    summary: 'Reemplaza los códigos de recuperación',
    response: { 200: z.object({ recoveryCodes }) },
    errors: [401, 403, 409],
  },
  remove: {
    id: 'removeOwnFactor',
    method: 'DELETE',
    path: '/api/me/factors/:id',
    tag: 'Cuenta',
    summary: 'Quita un segundo factor',
    response: { 204: noOutput },
    errors: [401, 403, 404, 409],
  },
  listOf: {
    id: 'listUserFactors',
    method: 'GET',
    path: '/api/users/:id/factors',
    tag: 'Usuarios',
    summary: 'Segundos factores de un usuario; solo para sa',
    response: { 200: factorsOutput },
    errors: [401, 403, 404],
  },
  reset: {
    id: 'resetUserFactors',
    method: 'DELETE',
    path: '/api/users/:id/factors',
    tag: 'Usuarios',
    summary: 'Quita los segundos factores de otro usuario y cierra sus sesiones web; solo para sa',
    response: { 204: noOutput },
    errors: [401, 403, 404],
  },
})
