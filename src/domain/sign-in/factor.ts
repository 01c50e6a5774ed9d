/** Kinds of second factors: an authenticator app, or a passkey. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** Names of the kinds, and of factors without a name of their own. */
export const FACTOR_NAMES: Readonly<Record<FactorKind, string>> = {
  totp: 'Aplicación de autenticación',
  passkey: 'Llave de acceso',
}

/** What a challenge is for: answering with a factor, or enrolling one, at sign-in; enrolling or confirming in a session. */
export const CHALLENGE_PURPOSES = ['answer', 'enrol', 'session', 'confirm'] as const
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number]

/** What the server remembers of a challenge until it is answered. */
export interface ChallengeData {
  /** Id of the sign-in attempt that the answer forgives. */
  attempt?: string
  /** Digest of the password hash at that time: another password ends the challenge. */
  password?: string
  /** Seed offered to an authenticator app, in base32; sealed if the server has a key. */
  seed?: string
  /** WebAuthn challenge, in base64url. */
  webauthn?: string
}

/** Milliseconds for which a challenge can be answered (rule P12). */
export const CHALLENGE_MS = 5 * 60_000

/** Wrong answers that end a challenge (rule P12). */
export const MAX_ANSWERS = 5

export const MAX_PASSKEYS = 10

/** Machine-readable codes of 401 responses; part of the contract. */
export const FACTOR_CODES = {
  /** The password was right: the challenge is to be answered with a factor. */
  answer: 'SECOND_FACTOR',
  /** The password was right, and the profile demands a factor: the challenge is to enrol one. */
  enrol: 'ENROL',
  /** The answer was wrong, and may be repeated. */
  wrong: 'WRONG_FACTOR',
  /** The challenge is over: the sign-in starts again. */
  over: 'CHALLENGE_OVER',
} as const

export const FACTOR_MESSAGES = {
  answer: 'Confirme su identidad con el segundo factor.',
  enrol: 'Su perfil exige un segundo factor: configúrelo para entrar.',
  wrong: 'El código no es correcto o ya se usó.',
  over: 'El tiempo o los intentos para este paso terminaron. Inicie sesión de nuevo.',
  code: 'Debe digitar los 6 números del código',
  recoveryCode: 'Debe digitar el código de recuperación',
  oneAnswer:
    'Debe responder con un código, un código de recuperación o una llave de acceso, solo uno de ellos.',
  oneConfirmation: 'Debe confirmar con la contraseña, un código o una llave de acceso, solo uno de ellos.',
  kind: 'El tipo de segundo factor es inválido.',
  wrongCode: 'El código no es correcto. Revise que la hora de su teléfono sea la correcta.',
  wrongPasskey: 'No se pudo comprobar la llave de acceso.',
  notBegun: 'El tiempo o los intentos para agregarlo terminaron. Empiece de nuevo.',
  noSite: 'Las llaves de acceso no están disponibles en este servidor.',
  noPasskey: 'Este usuario no tiene llaves de acceso.',
  hasTotp: 'Ya tiene una aplicación de autenticación: quítela antes de agregar otra.',
  mostPasskeys: `Puede tener como máximo ${MAX_PASSKEYS} llaves de acceso.`,
  passkeyTaken: 'Esa llave de acceso ya está registrada.',
  lastDemanded: 'Su perfil exige un segundo factor: agregue otro antes de quitar este.',
  noFactor: 'Agregue un segundo factor antes de pedir códigos de recuperación.',
  demoLogin: 'Los usuarios públicos de la demostración no pueden tener un segundo factor.',
  own: 'Administre su propio segundo factor en Seguridad de la cuenta.',
} as const

/** What a web sign-in with the right password still needs; undefined: nothing (rule P11). */
export const factorNeed = ({
  hasFactor,
  isDemanded,
}: {
  hasFactor: boolean
  isDemanded: boolean
}): 'answer' | 'enrol' | undefined => (hasFactor ? 'answer' : isDemanded ? 'enrol' : undefined)

/** Number of recovery codes; each works once (rule P14). */
export const RECOVERY_CODES = 10

/** Crockford's base32: without letters that look like others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Symbols of a recovery code, of 5 bits each: 120 bits, so that an unsalted digest suffices to store it. */
export const RECOVERY_SYMBOLS = 24

/** A recovery code, in groups of four, from one random number per symbol, of which the low 5 bits count. */
export const formatRecoveryCode = (random: Iterable<number>): string =>
  [...random]
    .map((number) => ALPHABET.charAt(number % ALPHABET.length))
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** A typed recovery code as compared: without separators and case, and with look-alikes read as meant. */
export const normalRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** The code of an authenticator app without the spaces that apps show. */
export const normalCode = (typed: string): string => typed.replace(/\s/g, '')
