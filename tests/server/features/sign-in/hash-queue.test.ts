import { expect, test } from 'vitest'
import { HashQueue } from '../../../../src/server/features/sign-in/hash-queue.ts'
import { Overloaded } from '../../../../src/server/platform/http/errors.ts'

/** A queue whose hashes end on demand; `begun` has their names in the order in which they started. */
const held = (atOnce = 1) => {
  const queue = new HashQueue({ atOnce, mostSignIns: 2, mostOfUser: 2 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return {
    queue,
    begun,
    signIn: (name: string) => queue.signIn(work(name)),
    background: (name: string) => queue.background(work(name)),
    of: (user: string, name: string) => queue.ofUser(user, work(name)),
    end: async (name: string, hash: Promise<string>) => {
      ends.get(name)?.()
      await hash
    },
  }
}

test('sign-ins go first, and users take turns', async () => {
  const { begun, signIn, of, end } = held()
  const hashes = new Map([
    ['ana 1', of('ana', 'ana 1')],
    ['ana 2', of('ana', 'ana 2')],
    ['ana 3', of('ana', 'ana 3')],
    ['luis', of('luis', 'luis')],
    ['sign-in', signIn('sign-in')],
  ])
  const order = ['ana 1', 'sign-in', 'ana 2', 'luis', 'ana 3']
  for (const name of order) {
    expect(begun.at(-1)).toBe(name)
    await end(name, hashes.get(name) ?? Promise.reject(new Error(name)))
  }
  expect(begun).toEqual(order)
})

test('one hash of a user runs at a time', async () => {
  const { queue, begun, of, end } = held(2)
  const [one, other] = [of('ana', 'one'), of('ana', 'other')]
  expect([begun, queue.running, queue.waiting]).toEqual([['one'], 1, 1])
  await end('one', one)
  expect([begun, queue.running, queue.waiting]).toEqual([['one', 'other'], 1, 0])
  await end('other', other)
  expect(queue.running).toBe(0)
})

test('the background goes last, and leaves a slot free', async () => {
  const { begun, background, of, signIn, end } = held(2)
  const [first, second] = [background('first'), background('second')]
  expect(begun).toEqual(['first'])
  const [ana, sign] = [of('ana', 'ana'), signIn('sign-in')]
  await end('first', first)
  expect(begun).toEqual(['first', 'ana', 'sign-in'])
  await end('ana', ana)
  expect(begun).not.toContain('second')
  await end('sign-in', sign)
  expect(begun.at(-1)).toBe('second')
  await end('second', second)
})

test('the background runs in the only slot', async () => {
  const { begun, background, signIn, end } = held(1)
  const [first, second] = [background('first'), background('second')]
  const sign = signIn('sign-in')
  await end('first', first)
  await end('sign-in', sign)
  await end('second', second)
  expect(begun).toEqual(['first', 'sign-in', 'second'])
})

test('a failed hash frees its slot for the next one', async () => {
  const { queue, begun, of, end } = held()
  await expect(queue.ofUser('ana', () => Promise.reject(new Error('on purpose')))).rejects.toThrow(
    'on purpose',
  )
  await expect(queue.signIn(() => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose')
  const next = of('ana', 'next')
  expect(begun).toEqual(['next'])
  await end('next', next)
})

test('the queues of a user and of sign-ins have separate limits', async () => {
  const { signIn, of, begun } = held()
  void of('ana', 'one')
  void of('ana', 'two')
  void of('ana', 'three')
  await expect(of('ana', 'four')).rejects.toThrow(Overloaded)
  void of('luis', 'five')
  void signIn('six')
  void signIn('seven')
  await expect(signIn('eight')).rejects.toThrow(Overloaded)
  expect(begun).toEqual(['one'])
})
