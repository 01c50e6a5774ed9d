import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from './errors.ts'
import type { Db, Tx } from './executor.ts'
import { ClientGone, currentWork } from './work.ts'

/** Long reads at once in this process: each keeps a connection of the reports for as long as it takes. */
const AT_ONCE = 2
/** How long a further one waits for its turn, in milliseconds. */
const PATIENCE = 5_000
const LOOK_AGAIN = 50

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

let underWay = 0

/**
 * Runs a read of a whole table in one snapshot. Its statements are short (see
 * `inBatches`), and two such works are under way at once: a third one waits a little, and then gets a DatabaseError.
 */
export const readLong = async <T>(db: Db, work: (tx: Tx) => Promise<T>, patience = PATIENCE): Promise<T> => {
  await takeTurn(patience)
  try {
    return await db.transaction(work, SNAPSHOT)
  } finally {
    underWay--
  }
}

const takeTurn = async (patience: number): Promise<void> => {
  const { signal } = currentWork()
  for (const start = performance.now(); underWay >= AT_ONCE; await pause(LOOK_AGAIN)) {
    if (signal?.aborted) throw new ClientGone()
    if (performance.now() - start > patience) throw new DatabaseError('Too many exports at once')
  }
  // Synchronously after the check, so that no other read takes the same turn.
  underWay++
}

/** Keyset pagination: reads on from the last row until a batch is not full. */
export async function* inBatches<Row>(
  size: number,
  readAfter: (last: Row | undefined, size: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await readAfter(last, size)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}
