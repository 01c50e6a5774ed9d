import { z } from 'zod'

/** An identifier as the wire carries it: opaque, never empty. */
export const id = (message = 'El identificador es inválido.') =>
  z.string(message).regex(/^[\w-]{1,64}$/, message)
