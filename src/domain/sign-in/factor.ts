/** Kinds of second factors: an authenticator app, or a passkey. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** What a challenge is for: answering with a factor, or enrolling one, at sign-in or from a session. */
export const CHALLENGE_PURPOSES = ['answer', 'enrol', 'session'] as const

/** What the server remembers of a challenge until it is answered. */
export interface ChallengeData {
  /** Id of the sign-in attempt that the answer forgives. */
  attempt?: string
  /** Seed offered to an authenticator app, in base32. */
  seed?: string
  /** WebAuthn challenge, in base64url. */
  webauthn?: string
}
