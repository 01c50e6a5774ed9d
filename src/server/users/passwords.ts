import { hash, verify } from '@node-rs/argon2'

/** argon2id, which is this library's own default, at the cost that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Gives what is stored of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Whether a password is the one that was hashed. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password)

/** A hash at the same cost, of a password that was thrown away. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$lWMWR9VR9rTVwgjkdxpqMg$eRWOx3+nTlr1M/yX3/HghcxdKBdhCah+QUrWbGzWHRQ'

/** Takes as long as a verification does, for names that nobody has: the time must not tell them apart. */
export const verifyNothing = async (password: string): Promise<false> => {
  await verifyPassword(nobodys, password)
  return false
}
