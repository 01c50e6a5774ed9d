import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** The cost of estimates grows faster than the length; further characters never make a password weaker. */
const RATED_LENGTH = 32

const SPANISH = ['clave', 'contraseña', 'contrasena', 'cartelera', 'usuario', 'administrador', 'hola']

/** The strength of a password, from 0 to 4. Takes up to a tenth of a second: for a thread. */
export const estimateStrength = ({ password }: { password: string }): number =>
  new ZxcvbnFactory({
    dictionary: { ...dictionary, spanish: SPANISH },
    graphs: adjacencyGraphs,
    maxLength: RATED_LENGTH,
  }).check(password.slice(0, RATED_LENGTH)).score
