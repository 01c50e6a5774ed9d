import type { Executor } from './executor.ts'

/** Caches per database, for example prepared statements: building one costs more than running it. */
export const perDatabase = <Made>(make: (db: Executor) => Made): ((db: Executor) => Made) => {
  const all = new WeakMap<Executor, Made>()
  return (db) => {
    const known = all.get(db)
    if (known !== undefined) return known
    const made = make(db)
    all.set(db, made)
    return made
  }
}
