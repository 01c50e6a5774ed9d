import { readdirSync, readFileSync } from 'node:fs'

/** Nanoseconds of CPU time by thread or process, as counted by the operating system. */
export type Used = ReadonlyMap<string, number>

/** Undefined if the process has just ended. */
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

/** CPU time of all threads of a process. */
export const usedByThreads = (pid: number): Used =>
  new Map(readdirSync(`/proc/${pid}/task`).flatMap((thread) => usedBy(`/proc/${pid}/task/${thread}`)))

/** The parent of a process. */
export const parentOf = (pid: number): number => {
  const found = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (found === undefined) throw new Error(`Process ${pid} has no parent`)
  return Number(found)
}

/** Nanoseconds per tick, the unit in which the system counts the CPU time of ended processes. */
const TICK = 1e7

/** CPU time of a process's ended children. */
function usedByEnded(pid: number): number {
  // The fields after the name in parentheses, beginning with the 3rd: the 16th and the 17th are `cutime` and `cstime`.
  const fields = (read(`/proc/${pid}/stat`) ?? '').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * TICK
}

/**
 * CPU time of a database's connections and of parallel workers, which end with their statement. When a connection ends,
 * its time moves to the ended ones: the sum is preserved.
 */
export function usedByBackends(postmaster: number, database: string): Used {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const backends = children.split(' ').filter((pid) => {
    const title = read(`/proc/${pid}/cmdline`) ?? ''
    return title.includes(` ${database} `) && !/autovacuum/.test(title)
  })
  return new Map([['ended', usedByEnded(postmaster)], ...backends.flatMap((pid) => usedBy(`/proc/${pid}`))])
}

/** The processes that the main thread of a process has started. */
export const childrenOf = (pid: number): number[] =>
  (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)

/** CPU time of a process and its children, including ended ones. */
export function usedByFamily(pid: number): Used {
  const ended: [string, number] = [`ended of ${pid}`, usedByEnded(pid)]
  const ofChildren = childrenOf(pid).flatMap((child) => usedBy(`/proc/${child}`))
  return new Map([ended, ...usedByThreads(pid), ...ofChildren])
}

const sumOf = (used: Used): number => [...used.values()].reduce((sum, each) => sum + each, 0)

/** Milliseconds of CPU time between two readings. */
export const millisecondsBetween = (before: Used, after: Used): number => (sumOf(after) - sumOf(before)) / 1e6
