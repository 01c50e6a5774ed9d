import { readdirSync, readFileSync } from 'node:fs'

/** Nanoseconds of processor time by thread or process, as the operating system counts them. */
export type Used = ReadonlyMap<string, number>

/** Undefined for what has just ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const usedBy = (path: string): [string, number][] => {
  const text = read(`${path}/schedstat`)
  return text === undefined ? [] : [[path, Number(text.split(' ')[0])]]
}

/** What all threads of a process have used. */
export const usedByThreads = (pid: number): Used =>
  new Map(readdirSync(`/proc/${pid}/task`).flatMap((thread) => usedBy(`/proc/${pid}/task/${thread}`)))

/** The process that started another one. */
export const parentOf = (pid: number): number => {
  const found = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (found === undefined) throw new Error(`Process ${pid} has no parent`)
  return Number(found)
}

/**
 * What the connections to a database have used, without vacuum, checkpoints and the log. Of parallel workers only those
 * that still run are seen.
 */
export function usedByBackends(postmaster: number, database: string): Used {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const backends = children.split(' ').filter((pid) => {
    const title = read(`/proc/${pid}/cmdline`) ?? ''
    return /parallel worker/.test(title) || (title.includes(` ${database} `) && !/autovacuum/.test(title))
  })
  return new Map(backends.flatMap((pid) => usedBy(`/proc/${pid}`)))
}

/** Milliseconds between two readings. */
export function millisecondsBetween(before: Used, after: Used): number {
  let total = 0
  for (const [path, used] of after) total += used - (before.get(path) ?? 0)
  return total / 1e6
}
