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

/** Nanoseconds of a tick, in which the system counts what ended processes have used. */
const TICK = 1e7

/** What ended children of a process have used. */
function usedByEnded(pid: number): number {
  // Behind the name, which is in parentheses: the 3rd field and those after it, among them the 16th and the 17th.
  const fields = (read(`/proc/${pid}/stat`) ?? '').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * TICK
}

/**
 * What the connections to a database have used, and parallel workers, which end with their statement. A connection that
 * ends moves what it has used to those that ended: the sum stays.
 */
export function usedByBackends(postmaster: number, database: string): Used {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const backends = children.split(' ').filter((pid) => {
    const title = read(`/proc/${pid}/cmdline`) ?? ''
    return title.includes(` ${database} `) && !/autovacuum/.test(title)
  })
  return new Map([['ended', usedByEnded(postmaster)], ...backends.flatMap((pid) => usedBy(`/proc/${pid}`))])
}

/** What a process, its children and those that have ended have used. */
export function usedByFamily(pid: number): Used {
  const children = (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean)
  const ended: [string, number] = [`ended of ${pid}`, usedByEnded(pid)]
  return new Map([ended, ...usedByThreads(pid), ...children.flatMap((child) => usedBy(`/proc/${child}`))])
}

const sumOf = (used: Used): number => [...used.values()].reduce((sum, each) => sum + each, 0)

/** Milliseconds between two readings. */
export const millisecondsBetween = (before: Used, after: Used): number => (sumOf(after) - sumOf(before)) / 1e6
