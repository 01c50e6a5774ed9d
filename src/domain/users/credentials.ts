/** What a person signs in with. */
export interface Credentials {
  name: string
  password: string
}

export const CREDENTIALS_MESSAGES = {
  name: 'Debe digitar el nombre de usuario',
  password: 'Debe digitar la contraseña',
  both: 'Porfavor digite el nombre de usuario y la contraseña.',
} as const

export interface CredentialsErrors {
  name?: string
  password?: string
  /** Said for the whole form when both are missing. */
  general?: string
}

/**
 * What is missing to sign in; undefined when nothing is. Without zod, so that the sign-in page stays light.
 */
export const missingCredentials = ({ name, password }: Credentials): CredentialsErrors | undefined => {
  const noName = name.trim() === ''
  const noPassword = password === ''
  if (!noName && !noPassword) return undefined
  return {
    ...(noName ? { name: CREDENTIALS_MESSAGES.name } : {}),
    ...(noPassword ? { password: CREDENTIALS_MESSAGES.password } : {}),
    ...(noName && noPassword ? { general: CREDENTIALS_MESSAGES.both } : {}),
  }
}

/** The key that a user name is unique by: case, surrounding spaces and Unicode forms do not count. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
