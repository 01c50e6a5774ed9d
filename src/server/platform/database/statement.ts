import type { Tx } from './executor.ts'

/**
 * A statement that is built once for each connection and named, so that the server plans it once as well: for the few
 * that every sale waits for. What changes between two runs must be its placeholders.
 */
export const statement = <Prepared>(build: (tx: Tx) => Prepared): ((tx: Tx) => Prepared) => {
  const built = new WeakMap<object, Prepared>()
  return (tx) => {
    const connection = connectionOf(tx)
    const known = built.get(connection)
    if (known !== undefined) return known
    const prepared = build(tx)
    built.set(connection, prepared)
    return prepared
  }
}

/** A transaction's session keeps its connection from its types; a session that had none would stand for itself. */
const connectionOf = (tx: Tx): object => {
  const session: object = tx._.session
  return 'client' in session && typeof session.client === 'object' && session.client !== null
    ? session.client
    : session
}
